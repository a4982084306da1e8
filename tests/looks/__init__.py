"""Pictures of what people see, taken by ``make pictures``: tablet, phone, big screen, in games that are under way."""

"""The rules of an attack: from what it must satisfy to its last consequence."""

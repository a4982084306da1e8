some [dial] without a figure

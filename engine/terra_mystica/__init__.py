"""Terra Mystica with Fire & Ice: rules only, no clock, no chance, no names of people."""

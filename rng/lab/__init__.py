"""Shuffles that are wrong and how they are found out; weak generators and how they are broken."""

#!/bin/sh
# Interesting (1) while the program holds a call of sin.
grep -q 'aten.sin.default' "$1" && exit 1
exit 0

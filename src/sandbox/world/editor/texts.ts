/** The repository's files that are not C, as first committed. */
export const readme = `# editor

A small text editor for terminals. One window, no settings, about a
thousand lines of C. It opens a file, lets you change it, and gets out
of your way.

## Build

    make
    sudo make install

## Use

    editor notes.txt

Ctrl-S saves, Ctrl-Q quits, Ctrl-Z takes back. The rest is in
doc/keys.md.

## Help

Questions and patches go to ~ana/editor-devel, bugs to the tracker.
`;

export const copying = `Copyright 2019-2026 The editor's authors

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE.
`;

export const makefile = `VERSION = 2.2.0
CC = cc
CFLAGS = -std=gnu99 -Wall -Wextra -O2

OBJECTS = src/main.o src/buffer.o

editor: $(OBJECTS)
	$(CC) $(LDFLAGS) -o $@ $(OBJECTS)

src/main.o: src/buffer.h
src/buffer.o: src/buffer.h

clean:
	rm -f editor $(OBJECTS)

.PHONY: clean
`;

export const keys = `Keys
====

| Key      | What it does             |
|----------|--------------------------|
| Ctrl-S   | save                     |
| Ctrl-Q   | quit                     |
| Ctrl-Z   | take the last change back |
| Ctrl-F   | find                     |
| arrows   | move                     |

There are no other modes. What you type goes into the text.
`;

export const manual = `.TH EDITOR 1 "June 2024"
.SH NAME
editor \\- edit a text
.SH SYNOPSIS
.B editor
.I file
.SH DESCRIPTION
.B editor
shows a file in the terminal and lets you change it.
A file that does not exist is made when it is saved.
.SH FILES
.TP
.I ~/.local/state/editor
Nothing yet.
.SH BUGS
Lines that are longer than the terminal are cut.
`;

export const testScript = `#!/bin/sh
# Builds and runs every test; the first that fails ends it.
set -e
cd "$(dirname "$0")"
for test in *_test.c; do
	unit=$(basename "$test" _test.c)
	cc -std=gnu99 -Wall -o "/tmp/$unit" "$test" "../src/$unit.c"
	"/tmp/$unit"
	echo "ok $unit"
done
`;

export const designNotes = `# Undo, next steps

The list of changes is a stack. Two wishes do not fit it:

1. Redo. Taking back pops the change and frees it.
2. History across runs (~ana/editor#31).

Both want a tree: a change knows its parent, and "now" is a node.
Taking back moves to the parent, redo to the youngest child.

## On the disk

One file per edited file, next to the other state, named by the
SHA-256 of the absolute path. Records are appended:

    magic "EDU1", hash of the text it belongs to
    repeated: parent, at, n, flags, bytes

If the hash does not fit the text, the history is not used.
`;

export const quickStart = `# Hurtigt i gang

    editor brev.txt

- Ctrl-S gemmer, Ctrl-Q afslutter.
- Æ, ø og å virker, når terminalen taler UTF-8.
`;

/** Its lines end with CRLF. */
export const windowsNotes = [
	'editor on Windows',
	'=================',
	'',
	'Use it in WSL. There is no native version.',
	'This file has CRLF line ends so that Notepad shows it.',
	'',
].join('\r\n');

export const latin = Buffer.from(
	'Müller;Straße 5;Köln\nGarçon;Rue de la Paix;Orléans\nÅse;Bryggen 1;Bergen\n',
	'latin1',
);

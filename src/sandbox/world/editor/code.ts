/** The editor's C files as first committed. */
export const bufferHeader = `#ifndef BUFFER_H
#define BUFFER_H

#include <stddef.h>

/* A text, and how much room there is for it. */
struct buffer {
	char *text;
	size_t length;
	size_t room;
	int changed;
};

void buffer_init(struct buffer *b);
int buffer_load(struct buffer *b, const char *path);
int buffer_insert(struct buffer *b, size_t at, const char *text, size_t n);
void buffer_delete(struct buffer *b, size_t at, size_t n);
void buffer_free(struct buffer *b);

#endif
`;

export const buffer = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"

void buffer_init(struct buffer *b)
{
	memset(b, 0, sizeof(*b));
}

/* Makes room for n more bytes. */
static int reserve(struct buffer *b, size_t n)
{
	size_t room = b->length + n;
	char *text;

	if (room <= b->room)
		return 0;
	text = realloc(b->text, room);
	if (!text)
		return -1;
	b->text = text;
	b->room = room;
	return 0;
}

int buffer_load(struct buffer *b, const char *path)
{
	char chunk[4096];
	size_t n;
	FILE *f = fopen(path, "rb");

	if (!f)
		return -1;
	while ((n = fread(chunk, 1, sizeof(chunk), f)) > 0)
		if (buffer_insert(b, b->length, chunk, n) < 0)
			break;
	b->changed = 0;
	return fclose(f);
}

int buffer_insert(struct buffer *b, size_t at, const char *text, size_t n)
{
	if (reserve(b, n) < 0)
		return -1;
	memmove(b->text + at + n, b->text + at, b->length - at);
	memcpy(b->text + at, text, n);
	b->length += n;
	b->changed = 1;
	return 0;
}

void buffer_delete(struct buffer *b, size_t at, size_t n)
{
	memmove(b->text + at, b->text + at + n, b->length - at - n);
	b->length -= n;
	b->changed = 1;
}

void buffer_free(struct buffer *b)
{
	free(b->text);
	buffer_init(b);
}
`;

export const main = String.raw`#include <stdio.h>
#include <stdlib.h>

#include "buffer.h"

static struct buffer text;

static void usage(void)
{
	fprintf(stderr, "usage: editor FILE\n");
	exit(2);
}

int main(int argc, char **argv)
{
	const char *path;

	if (argc != 2)
		usage();
	path = argv[1];

	buffer_init(&text);
	if (buffer_load(&text, path) < 0) {
		perror(path);
		return 1;
	}
	fwrite(text.text, 1, text.length, stdout);
	buffer_free(&text);
	return 0;
}
`;

export const termHeader = `#ifndef TERM_H
#define TERM_H

/* Key codes beyond the bytes themselves. */
enum key {
	KEY_UP = 256,
	KEY_DOWN,
	KEY_LEFT,
	KEY_RIGHT,
	KEY_NONE
};

struct term {
	int rows;
	int columns;
};

int term_start(struct term *t);
int term_key(void);
void term_stop(void);

#endif
`;

export const term = `#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "term.h"

static struct termios before;

/* Raw mode: every key comes at once, and Ctrl-C is a key like any other. */
int term_start(struct term *t)
{
	struct termios raw;
	struct winsize size;

	if (tcgetattr(STDIN_FILENO, &before) < 0)
		return -1;
	raw = before;
	raw.c_iflag &= ~(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
	raw.c_oflag &= ~OPOST;
	raw.c_lflag &= ~(ECHO | ICANON | IEXTEN | ISIG);
	if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) < 0)
		return -1;
	atexit(term_stop);
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0)
		return -1;
	t->rows = size.ws_row;
	t->columns = size.ws_col;
	return 0;
}

int term_key(void)
{
	unsigned char c[3];

	if (read(STDIN_FILENO, c, 1) != 1)
		return KEY_NONE;
	if (c[0] != 27)
		return c[0];
	if (read(STDIN_FILENO, c + 1, 2) != 2)
		return 27;
	switch (c[2]) {
	case 'A':
		return KEY_UP;
	case 'B':
		return KEY_DOWN;
	case 'C':
		return KEY_RIGHT;
	case 'D':
		return KEY_LEFT;
	}
	return KEY_NONE;
}

void term_stop(void)
{
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}
`;

export const undoHeader = `#ifndef UNDO_H
#define UNDO_H

#include "buffer.h"

/* One change that can be taken back. */
struct change {
	struct change *older;
	size_t at;
	size_t n;
	char *removed;	/* NULL where text was put in */
};

void undo_inserted(size_t at, size_t n);
int undo_removed(const char *text, size_t at, size_t n);
int undo_back(struct buffer *b);
void undo_forget(void);

#endif
`;

export const undo = `#include <stdlib.h>
#include <string.h>

#include "undo.h"

static struct change *newest;

static struct change *push(size_t at, size_t n)
{
	struct change *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->older = newest;
	c->at = at;
	c->n = n;
	newest = c;
	return c;
}

void undo_inserted(size_t at, size_t n)
{
	push(at, n);
}

int undo_removed(const char *text, size_t at, size_t n)
{
	struct change *c = push(at, n);

	if (!c)
		return -1;
	c->removed = malloc(n);
	if (!c->removed)
		return -1;
	memcpy(c->removed, text + at, n);
	return 0;
}

/* Takes the newest change back; 0 if there is none. */
int undo_back(struct buffer *b)
{
	struct change *c = newest;

	if (!c)
		return 0;
	newest = c->older;
	if (c->removed)
		buffer_insert(b, c->at, c->removed, c->n);
	else
		buffer_delete(b, c->at, c->n);
	free(c->removed);
	free(c);
	return 1;
}

void undo_forget(void)
{
	while (newest) {
		struct change *c = newest;

		newest = c->older;
		free(c->removed);
		free(c);
	}
}
`;

export const searchHeader = `#ifndef SEARCH_H
#define SEARCH_H

#include "buffer.h"

#define NOT_FOUND ((size_t)-1)

size_t search_forward(const struct buffer *b, size_t from, const char *what);

#endif
`;

export const search = `#include <string.h>

#include "search.h"

/* The next place from there on where the text is; NOT_FOUND if it is nowhere. */
size_t search_forward(const struct buffer *b, size_t from, const char *what)
{
	size_t n = strlen(what);
	size_t at;

	if (n == 0 || n > b->length)
		return NOT_FOUND;
	for (at = from; at + n <= b->length; at++)
		if (memcmp(b->text + at, what, n) == 0)
			return at;
	return NOT_FOUND;
}
`;

export const bufferTest = `#include <assert.h>
#include <string.h>

#include "../src/buffer.h"

int main(void)
{
	struct buffer b;

	buffer_init(&b);
	assert(buffer_insert(&b, 0, "world", 5) == 0);
	assert(buffer_insert(&b, 0, "hello ", 6) == 0);
	assert(b.length == 11 && memcmp(b.text, "hello world", 11) == 0);
	buffer_delete(&b, 5, 6);
	assert(b.length == 5 && memcmp(b.text, "hello", 5) == 0);
	buffer_free(&b);
	return 0;
}
`;

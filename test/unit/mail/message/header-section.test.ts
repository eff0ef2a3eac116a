import assert from 'node:assert/strict';
import { readHeaderSection } from '../../../../src/mail/message/header-section.ts';

const read = (text: string, maxLength = 1000) => {
	const { fields, bodyStart, warnings } = readHeaderSection(text, 0, text.length, maxLength);
	return {
		fields: fields.map(({ name, value }) => `${name}=${value}`),
		body: text.slice(bodyStart),
		warnings,
	};
};

interface Case {
	readonly text: string;
	readonly fields: readonly string[];
	readonly body?: string;
	readonly warnings?: readonly string[];
}

describe('The header section of a mail', () => {
	const cases: Readonly<Record<string, Case>> = {
		'ends at an empty line': {
			text: 'A: 1\r\nB:2\r\n\r\nbody\r\n\r\n',
			fields: ['a=1', 'b=2'],
			body: 'body\r\n\r\n',
		},
		'may have plain line feeds': { text: 'A: 1\nB: 2\n\nbody', fields: ['a=1', 'b=2'], body: 'body' },
		'may have several headers of one name': { text: 'A: 1\nA: 2\n\n', fields: ['a=1', 'a=2'] },
		'is unfolded': { text: 'A: 1\r\n 2 \r\n\t3\r\nB: 4\n\n', fields: ['a=1 2 3', 'b=4'] },
		'goes on after a line of spaces': { text: 'A: 1\n \n 2\n\nbody', fields: ['a=1  2'], body: 'body' },
		'may have empty values': { text: 'A:\nB: \n C\n\n', fields: ['a=', 'b=C'] },
		'may have spaces before a colon': { text: 'A \t: 1\n\n', fields: ['a=1'] },
		'may have colons in values': { text: 'A: b: c\n\n', fields: ['a=b: c'] },
		'may follow the first line of an mbox': {
			text: 'From ana Mon Sep 17 00:00:00 2001\nA: 1\n>From bob\n\nx',
			fields: ['a=1'],
			body: 'x',
		},
		'may be empty': { text: '\r\nA: 1', fields: [], body: 'A: 1' },
		'may be all there is': { text: 'A: 1\nB: 2\n', fields: ['a=1', 'b=2'] },
		'may be cut': { text: 'A: 1\nB: 2', fields: ['a=1', 'b=2'], warnings: ['mail-cut'] },
		'may be missing': {
			text: 'Hello!\n\nA: 1\n\n',
			fields: [],
			body: 'Hello!\n\nA: 1\n\n',
			warnings: ['header-malformed'],
		},
		'ignores malformed lines, with what continues them': {
			text: 'A: 1\nno header\n  2\nB: 3\n  4\n\nbody',
			fields: ['a=1', 'b=3 4'],
			body: 'body',
			warnings: ['header-malformed'],
		},
		'ends at a malformed line if no line is empty': {
			text: 'A: 1\nno header\nB: 2\n',
			fields: ['a=1'],
			body: 'no header\nB: 2\n',
			warnings: ['header-malformed'],
		},
		'has names of ASCII characters only': {
			text: 'é: 1\n\n',
			fields: [],
			body: 'é: 1\n\n',
			warnings: ['header-malformed'],
		},
	};
	for (const [what, { text, fields, body = '', warnings = [] }] of Object.entries(cases)) {
		it(what, () => assert.deepEqual(read(text), { fields, body, warnings }));
	}

	it('is read up to a limit, and the body is found', () => {
		const text = `A: 1\n${'B: 2\n'.repeat(100)}\nbody`;
		const { fields, body, warnings } = read(text, 40);
		assert.deepEqual([fields.length, body, warnings], [10, 'body', ['header-cut']]);
	});

	it('keeps the other headers if one is too long', () => {
		const { fields, warnings } = read(`A: ${'x'.repeat(500)}\nB: 2\n\n`, 400);
		assert.deepEqual([fields, warnings], [[`a=${'x'.repeat(97)}`, 'b=2'], ['header-cut']]);
	});

	it('is cut only above the limit', () => {
		const read = (text: string) => readHeaderSection(text, 0, text.length, 24);
		const values = (text: string) => read(text).fields.map(({ value }) => value);
		assert.deepEqual([values('A: x,y\n\n'), read('A: x,y\n\n').warnings], [['x,y'], []]);
		assert.deepEqual([values('A: x,yz\n\n'), read('A: x,yz\n\n').warnings], [['x'], ['header-cut']]);
	});

	const cuts: readonly [header: string, value: string][] = [
		['To:a@xyzw,bb', 'a@xyzw'],
		['To:a@xyzwv,b', 'a@xyzwv'],
		['To:a@xyzwvu,b', 'a@xyzwv'],
		['To:a@x,b@y,c', 'a@x'],
	];
	for (const [header, value] of cuts) {
		it(`of ${header} is cut to ${value}`, () => {
			assert.deepEqual(readHeaderSection(header, 0, header.length, 40).fields, [{ name: 'to', value }]);
		});
	}

	it('has no cut addresses', () => {
		const { fields } = read(`To: ana@example.org, bob@example.org, carol@example.org\n\n`, 180);
		assert.deepEqual(fields, ['to=ana@example.org, bob@example.org']);
	});

	it('ends where a part of a mail ends', () => {
		const text = 'before\nA: 1\nB: 2\n\nafter';
		const { fields, bodyStart } = readHeaderSection(text, 7, 12, 1000);
		assert.deepEqual([fields, bodyStart], [[{ name: 'a', value: '1' }], 12]);
	});
});

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { Level } from '../../../src/base/log/log.ts';
import { Log } from '../../../src/base/log/log.ts';
import { createRecordWriter } from '../../../src/base/log/log-records.ts';
import { Secrets } from '../../../src/base/secrets.ts';

/** Every way in which text can reach a log line. */
const places: Record<string, (log: Log, level: Level, text: string) => void> = {
	message: (log, level, text) => log[level](text),
	area: (log, level, text) => log.child(text).child('b')[level]('message'),
	detail: (log, level, text) => log[level]('message', text, 1),
	'lines of a message': (log, level, text) => log[level](`one\n${text}\r\nthree`),
	'error message': (log, level, text) => log[level]('failed', new Error(text)),
	'error name': (log, level, text) =>
		log[level]('failed', Object.assign(new Error('x'), { name: text, stack: '' })),
	'error field': (log, level, text) => log[level]('failed', Object.assign(new Error('x'), { reason: text })),
	cause: (log, level, text) =>
		log[level]('failed', new Error('a', { cause: new Error('b', { cause: text }) })),
	'part of an error': (log, level, text) =>
		log[level]('failed', new AggregateError([text, new Error(text)], text)),
	value: (log, level, text) => log[level]('got', { a: [{ b: text }] }),
	key: (log, level, text) => log[level]('got', { a: { [text]: 1 } }),
	map: (log, level, text) => log[level]('got', new Map([[text, new Map([[1, text]])]])),
	set: (log, level, text) => log[level]('got', new Set([text])),
	symbol: (log, level, text) => log[level]('got', Symbol(text)),
	function: (log, level, text) => log[level]('got', { [text]: () => {} }[text]),
	tag: (log, level, text) => log[level]('got', { [Symbol.toStringTag]: text }),
	'header object': (log, level, text) => log[level]('sent', { headers: { 'X-Mine': `x ${text}` } }),
	'URL as text': (log, level, text) => log[level](`GET https://example.org/hook/${text}?a=${text} 200`),
	URL: (log, level, text) =>
		log[level]('GET', new URL(`https://example.org/a?q=${encodeURIComponent(text)}`)),
	query: (log, level, text) => log[level]('got', new URLSearchParams([['q', text]])),
	'JSON text': (log, level, text) => log[level](JSON.stringify({ a: JSON.stringify({ [text]: text }) })),
	'inspected object': (log, level, text) => log[level](inspect({ a: { [text]: [text] } })),
};
const place = fc.constantFrom(...Object.values(places));
const level = fc.constantFrom<Level>('error', 'warn', 'info', 'debug');

/** Characters that are used by escapes, by encodings and by the log itself. */
const awkward = fc.constantFrom(...'%\\"\'\n\r\t\u001b u2fFnx/+=:&@[]{}(),.…0123456789abcdefAQ');
const secret = fc
	.oneof(
		fc.stringMatching(/^[\w+/=-]{20,60}$/),
		fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }),
		fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
		fc.string({ unit: awkward, minLength: 1, maxLength: 12 }),
	)
	.filter((text) => !text.includes('•'));
const around = fc.string({ unit: awkward, maxLength: 8 });

function encodedForms(secret: string): string[] {
	const percent = encodeURIComponent(secret);
	const bytes = Buffer.from(secret);
	const basic = ['', 'u', 'me', '~me'].map((user) => Buffer.from(`${user}:${secret}`).toString('base64'));
	return [
		secret,
		percent,
		percent.replace(/%../g, (hex) => hex.toLowerCase()),
		form(secret),
		JSON.stringify(secret).slice(1, -1),
		bytes.toString('base64'),
		bytes.toString('base64url'),
		...basic,
	];
}

function form(text: string): string {
	return String(new URLSearchParams({ '': text })).slice(1);
}

function logged(secrets: string[], write: (log: Log) => void): string {
	const known = new Secrets();
	for (const each of secrets) known.add(each);
	const lines: string[] = [];
	write(new Log(createRecordWriter({ write: (_level, line) => lines.push(line) }, known)));
	assert.equal(lines.length, 1);
	return lines.join();
}

function assertWithout(output: string, unwanted: string[]): void {
	for (const each of unwanted) assert.ok(!output.includes(each), `${JSON.stringify(each)} is in ${output}`);
}

describe('a registered secret', () => {
	for (const [name, write] of Object.entries(places))
		it(`never reaches the sink from: ${name}`, () => {
			fc.assert(
				fc.property(secret, level, around, around, (secret, level, before, after) => {
					const output = logged([secret], (log) => write(log.child('area'), level, before + secret + after));
					assertWithout(output, encodedForms(secret));
				}),
				{ numRuns: 100 },
			);
		});

	it('never reaches the sink in a common encoding, whatever text surrounds it', () => {
		fc.assert(
			fc.property(secret, place, level, around, around, (secret, write, level, before, after) => {
				for (const written of encodedForms(secret)) {
					const output = logged([secret], (log) => write(log, level, before + written + after));
					assertWithout(output, encodedForms(secret));
				}
			}),
			{ numRuns: 200 },
		);
	});

	it('is masked to its last character where it overlaps another secret', () => {
		const part = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(part, part, part, fc.nat({ max: 3 }), (head, middle, tail, between) => {
				const text = `<${head}${middle}${tail}${'-'.repeat(between)}${head}${middle}>`;
				const secrets = [head + middle, middle + tail, middle];
				const output = logged(secrets, (log) => log.info(text));
				assert.ok(/^<•••(-*•••)?>$/.test(output), output);
			}),
		);
	});

	it('is not split when a string, a key, a stack or a record is truncated', () => {
		const whole = 'S3cr3t-0f-s0m3-l3ngth-th4t-m4tt3rs';
		for (const [name, write] of Object.entries(places))
			for (const limit of [100, 1000, 4000, 8000])
				for (let before = limit - 60; before <= limit + 10; before += 14) {
					const text = `${'x'.repeat(before)}${whole}${'x'.repeat(9000)}`;
					const output = logged([whole], (log) => write(log, 'info', text));
					assertWithout(
						output,
						[whole.slice(0, 6), whole.slice(-6)].map((part) => part),
					);
					assert.ok(output.length < 8200, name);
				}
	});
});

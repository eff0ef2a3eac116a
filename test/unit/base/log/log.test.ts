import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';
import { type Level, Log } from '../../../../src/base/log/log.ts';
import { createRecordWriter } from '../../../../src/base/log/log-records.ts';
import { Masker } from '../../../../src/base/masking/masker.ts';
import { Secrets } from '../../../../src/base/secrets.ts';

function recorder(...secrets: string[]) {
	const records: [level: Level, line: string][] = [];
	const known = new Secrets();
	for (const each of secrets) known.add(each);
	const log = new Log(createRecordWriter({ write: (level, line) => records.push([level, line]) }, known));
	const last = () => records.at(-1)?.[1] ?? '';
	return { log, records, last };
}

/** An object on which every access calls `answer`, which may throw or return nonsense. */
function hostile(answer: () => unknown, target: object = {}): object {
	return new Proxy(target, {
		get: (_target, name) => (name === 'prototype' ? undefined : answer()),
		has: () => Boolean(answer()),
		ownKeys: () => [String(answer())],
		getPrototypeOf: () => {
			answer();
			return Error.prototype;
		},
		getOwnPropertyDescriptor: () => {
			answer();
			return undefined;
		},
	});
}

const refuse = () => {
	throw new Error('no');
};

describe('the log', () => {
	it('searches a record without secrets only once', () => {
		const secrets = new Secrets();
		const mask = mock.method(Masker.prototype, 'mask');
		new Log(createRecordWriter({ write: () => {} }, secrets))
			.child('todo')
			.debug('GET https://todo.forge.test/api/user: 200, 99 bytes, 3 ms');
		mask.mock.restore();
		assert.equal(mask.mock.callCount(), 1);
	});

	it('writes one record per call, with its level, message and areas', () => {
		const { log, records } = recorder();
		log.error('a');
		log.warn('b', 1);
		log.child('api').info('c', 'd');
		log.child('api').child('todo').debug('e');
		assert.deepEqual(records, [
			['error', 'a'],
			['warn', 'b 1'],
			['info', '[api] c d'],
			['debug', '[api] [todo] e'],
		]);
	});

	it('does not read the arguments of a call whose level is off', () => {
		const records: string[] = [];
		const log = new Log(
			createRecordWriter(
				{ wants: (level) => level === 'error', write: (_, line) => records.push(line) },
				new Secrets(),
			),
		);
		let accesses = 0;
		const detail = hostile(() => accesses++);
		log.debug('a', detail);
		assert.equal(accesses, 0);
		log.error('b', detail);
		assert.ok(accesses > 0);
		assert.equal(records.length, 1);
	});

	it('indents the further lines of a record, so that outside text cannot imitate a record', () => {
		const { log, last } = recorder();
		log.info('one\ntwo\r\n2026-01-01 [error] forged\n', { a: 'x\ny' });
		assert.equal(last(), 'one\n    two\n    2026-01-01 [error] forged\n     {a: "x\\ny"}');
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (message, detail) => {
				log.info(message, detail);
				for (const line of last().split('\n').slice(1)) assert.ok(line.startsWith('    '), line);
			}),
		);
	});

	it('escapes characters that move the cursor, or hide or reorder text', () => {
		const { log, last } = recorder();
		const cases: [text: string, shown: string][] = [
			['\u001b[2Ka', '\\u001b[2Ka'],
			['a\rb', 'a\\u000db'],
			['a\u0085b\u2028c\u2029d', 'a\\u0085b\\u2028c\\u2029d'],
			['\u202egnp.exe\u2066', '\\u202egnp.exe\\u2066'],
			['\0\b\u007f\u009b', '\\u0000\\u0008\\u007f\\u009b'],
			['a\u{e0041}\ud800b', 'a\\u{e0041}\\ud800b'],
			['a\tb ü 漢 😀', 'a\tb ü 漢 😀'],
		];
		for (const [text, shown] of cases) {
			log.info(text);
			assert.equal(last(), shown);
			log.child(text).info('x', Symbol(text), [text]);
			assert.ok(!/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(last()), last());
		}
	});

	it('truncates a record to about 8,000 characters and says how many are missing', () => {
		const { log, last } = recorder();
		const whole = 'x'.repeat(1_000_000);
		log.info(whole, whole, { a: whole });
		assert.match(last(), /^x{7990,8000}….*\(\+?\d+( more characters)?\)/);
		assert.ok(last().length < 8200);
		log.info(
			'many',
			...Array.from({ length: 1000 }, () => Array.from({ length: 60 }, () => whole.slice(0, 900))),
		);
		assert.ok(last().length < 8200);
		assert.match(last(), / more characters\)$/);
		let read = false;
		const late = hostile(() => {
			read = true;
		});
		log.info(whole, late);
		assert.equal(read, false);
	});

	it('neither splits a secret nor forms one by truncating', () => {
		// Here the truncation marker, or truncated text together with the marker, is a secret.
		for (const secret of ['…', 'x…', '1', ' more', 'characters)', '…(+', '\n    ', '    ', 'x', '\\u00']) {
			const { log, last } = recorder(secret);
			for (const unit of ['x', 'x\n', '\u0001', '1 '])
				for (const count of [900, 1001, 7999, 8000, 8001]) {
					log.info(unit.repeat(count), [unit.repeat(count)], new Error(unit.repeat(count)));
					assert.ok(!last().includes(secret));
				}
		}
	});

	it('never throws and always writes, whatever arguments it gets', () => {
		const { proxy, revoke } = Proxy.revocable({}, {});
		revoke();
		const endless = {
			[Symbol.toStringTag]: 'Headers',
			*[Symbol.iterator]() {
				for (;;) yield ['a', 'b'];
			},
		};
		const nested: unknown[] = [];
		nested.push(nested);
		let deep: unknown = 'bottom';
		for (let i = 0; i < 100_000; i++) deep = i % 2 ? [deep] : new Error('x', { cause: deep });
		const values: unknown[] = [
			...[
				hostile(refuse),
				hostile(refuse, []),
				hostile(refuse, () => {}),
				proxy,
				hostile(() => hostile(refuse)),
			],
			...[hostile(() => 'x'), hostile(() => 1, []), Object.create(hostile(refuse)), endless, nested, deep],
			Object.defineProperty(new Error('x'), 'message', { get: refuse }),
			Object.defineProperty(new Error('x'), 'stack', { get: refuse }),
			Object.defineProperty({}, Symbol.toStringTag, { get: refuse }),
			Object.assign(new Error('x'), { message: Symbol('x'), stack: 1, name: {} }),
			Object.assign(new AggregateError([]), { errors: endless }),
			...[
				new Date(Number.NaN),
				Object.create(null),
				Object.create(Map.prototype),
				class {},
				new Array(4e9),
				12n ** 5000n,
			],
			...[
				new Uint8Array(1e6),
				new Map([[nested, nested]]),
				new WeakMap(),
				Promise.resolve(),
				globalThis,
				process,
			],
		];
		const { log, records } = recorder('secret');
		for (const value of values) {
			log.error('x', value, [value], { value }, new Map([[value, value]]), new Error('x', { cause: value }));
			// @ts-expect-error: at run time a message can be anything
			log.error(value);
		}
		assert.equal(records.length, 2 * values.length);

		const anything = fc.anything({
			withBigInt: true,
			withBoxedValues: true,
			withDate: true,
			withMap: true,
			withNullPrototype: true,
			withObjectString: true,
			withSet: true,
			withSparseArray: true,
			withTypedArray: true,
			withUnicodeString: true,
		});
		let calls = 0;
		records.length = 0;
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.array(anything), (message, details) => {
				log.error(message, ...details);
				calls += 1;
				assert.equal(records.length, calls);
			}),
		);
	});

	it('does not fail its caller when the sink is already closed', () => {
		new Log(createRecordWriter({ write: refuse }, new Secrets())).error('x');
	});
});

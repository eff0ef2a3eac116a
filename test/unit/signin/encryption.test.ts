import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keyIdOf, newKey, seal, unseal } from '../../../src/signin/encryption.ts';

const key = newKey();

describe('A box', () => {
	it('opens with its key and its label, and holds what was put into it', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, label) => {
				const sealed = seal(key, label, text);
				assert.equal(unseal(key, label, sealed), text);
				assert.equal(sealed.keyId, keyIdOf(key));
			}),
		);
	});

	it('is another each time, and shows nothing of its key or its text', () => {
		const [one, other] = [seal(key, 'label', 'the text'), seal(key, 'label', 'the text')];
		assert.notEqual(one.box, other.box);
		const seen = JSON.stringify(one) + Buffer.from(one.box, 'base64').toString('latin1');
		for (const secret of [key, 'the text']) assert.ok(!seen.includes(secret));
	});

	const wrong: readonly [what: string, key: string, label: string][] = [
		['another key', newKey(), 'label'],
		['another label', key, 'lable'],
		['no label', key, ''],
		['a key that is too short', 'abcd', 'label'],
		['no key', '', 'label'],
	];
	for (const [what, itsKey, label] of wrong) {
		it(`does not open with ${what}`, () =>
			assert.equal(unseal(itsKey, label, seal(key, 'label', 'the text')), undefined));
	}

	it('does not open with any of its bytes damaged, or some missing', () => {
		const sealed = seal(key, 'label', 'the text');
		const bytes = Buffer.from(sealed.box, 'base64');
		for (let at = 0; at < bytes.length; at++) {
			const damaged = Buffer.from(bytes);
			damaged[at] = (damaged[at] ?? 0) ^ 1;
			assert.equal(
				unseal(key, 'label', { ...sealed, box: damaged.toString('base64') }),
				undefined,
				`byte ${at}`,
			);
			const short = bytes.subarray(0, at).toString('base64');
			assert.equal(unseal(key, 'label', { ...sealed, box: short }), undefined, `${at} bytes`);
		}
	});

	it('does not open if it is none', () => {
		fc.assert(
			fc.property(fc.string(), (box) => assert.equal(unseal(key, 'label', { keyId: '', box }), undefined)),
		);
	});
});

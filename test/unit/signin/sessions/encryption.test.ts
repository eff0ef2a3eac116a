import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keyIdOf, newKey, seal, unseal } from '../../../../src/signin/sessions/encryption.ts';

const key = newKey();

describe('An encrypted text', () => {
	it('is decrypted with its key and its label', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, label) => {
				const sealed = seal(key, label, text);
				assert.equal(unseal(key, label, sealed), text);
				assert.equal(sealed.keyId, keyIdOf(key));
			}),
		);
	});

	it('differs each time, and reveals neither its key nor its text', () => {
		const [one, other] = [seal(key, 'label', 'the text'), seal(key, 'label', 'the text')];
		assert.notEqual(one.box, other.box);
		const seen = JSON.stringify(one) + Buffer.from(one.box, 'base64').toString('latin1');
		for (const secret of [key, 'the text']) assert.ok(!seen.includes(secret));
	});

	const wrongInputs: readonly [what: string, key: string, label: string][] = [
		['another key', newKey(), 'label'],
		['another label', key, 'lable'],
		['no label', key, ''],
		['a key that is too short', 'abcd', 'label'],
		['no key', '', 'label'],
	];
	for (const [what, wrongKey, label] of wrongInputs) {
		it(`cannot be decrypted with ${what}`, () =>
			assert.equal(unseal(wrongKey, label, seal(key, 'label', 'the text')), undefined));
	}

	it('cannot be decrypted if any of its bytes is damaged or missing', () => {
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

	it('cannot be decrypted if it is not encrypted text', () => {
		fc.assert(
			fc.property(fc.string(), (box) => assert.equal(unseal(key, 'label', { keyId: '', box }), undefined)),
		);
	});
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type {
	SeriesMail,
	SeriesPatchset,
} from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { chainsOf } from '../../../../../src/patches/model/series/series.ts';
import { dayMs, lines, mail, namesake, person } from './mails.ts';

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l');
const title = fc.constantFrom('One', 'Two', 'Three');
const count = fc.integer({ min: 0, max: 4 });

const brackets = fc
	.record({
		words: fc.constantFrom('PATCH', 'PATCH', 'PATCH', 'RFC PATCH', 'RESEND PATCH', 'PATCH app', 'GIT PULL'),
		version: fc.constantFrom('', '', ' v2', ' v3'),
		number: fc.oneof(
			fc.constant(''),
			fc.tuple(count, count).map(([number, of]) => ` ${number}/${of}`),
		),
	})
	.map(({ words, version, number }) => `[${words}${version}${number}]`);

const anyMail: fc.Arbitrary<SeriesMail> = fc
	.record({
		id: fc.option(id, { nil: undefined, freq: 9 }),
		brackets: fc.oneof({ weight: 5, arbitrary: brackets }, fc.constantFrom('Re: [PATCH]', '')),
		title,
		re: fc.option(id, { nil: undefined }),
		references: fc.array(id, { maxLength: 2 }),
		from: fc.constantFrom('ana', 'ana', 'bob'),
		isNamesake: fc.constantFrom(false, false, false, true),
		day: fc.option(fc.constantFrom(1, 2, 3, 12, 50, 500), { nil: undefined, freq: 9 }),
		changeId: fc.option(fc.constantFrom('x', 'y'), { nil: undefined, freq: 1 }),
		listed: fc.constantFrom([], [], [['One', 'Two', 'Three']], [['Two'], ['One', 'One']]),
	})
	.map(({ id, brackets, title, re, changeId, listed, isNamesake, ...said }) => {
		const one = mail(id, `${brackets} ${title}`, {
			...said,
			// Only a cover letter without a number has a list.
			...(listed.length > 0 && /^\[[^\]/]*\]$/.test(brackets) && { listed, hasPatches: false }),
			isPull: brackets.includes('PULL'),
			...(re !== undefined && { re }),
			...(changeId !== undefined && said.day === 1 && { changeId }),
		});
		return isNamesake ? namesake(one) : one;
	});

const anyPatchset: fc.Arbitrary<Omit<SeriesPatchset, 'id'>> = fc.record({
	subject: title,
	prefix: fc.constantFrom('', 'app', 'RFC'),
	version: fc.integer({ min: 1, max: 3 }),
	submitter: fc.constantFrom('ana', 'bob').map(person),
	date: fc.constantFrom(undefined, dayMs, 20 * dayMs),
	messageId: fc.option(
		id.map((one) => `<${one}>`),
		{ nil: undefined },
	),
	coverMessageId: fc.option(
		id.map((one) => `<${one}>`),
		{ nil: undefined },
	),
	supersededBy: fc.option(fc.nat(3), { nil: undefined }),
});

/** Everything that a result says. Mails are compared by what they say, because equal mails cannot be told apart. */
const said = (mails: readonly SeriesMail[], patchsets: readonly SeriesPatchset[]) =>
	chainsOf(mails, patchsets).map((chain) => ({ lines: lines(chain), chain }));

describe('The series of any mails', () => {
	const input = fc.array(anyMail, { maxLength: 14 });
	const rows = fc
		.array(anyPatchset, { maxLength: 3 })
		.map((patchsets) => patchsets.map((one, at) => ({ ...one, id: at })));

	it('do not depend on the order of the mails', () => {
		const shuffled = input.chain((mails) =>
			fc.tuple(fc.constant(mails), fc.shuffledSubarray(mails, { minLength: mails.length })),
		);
		fc.assert(
			fc.property(shuffled, rows, ([mails, others], patchsets) => {
				assert.deepEqual(said(others, patchsets.toReversed()), said(mails, patchsets));
			}),
			{ numRuns: 400 },
		);
	});

	it('have every patch and cover letter once, except for the patches that versions inherit', () => {
		fc.assert(
			fc.property(input, (mails) => {
				const found = chainsOf(mails).flatMap(({ versions }) =>
					versions.flatMap(({ cover, isPartial, patches, extra, replaced }) => [
						...(cover && !isPartial && cover.kind !== 'other' ? [cover] : []),
						...[...patches, ...extra].flatMap(({ mail, isInherited }) => (isInherited ? [] : [mail])),
						...replaced,
					]),
				);
				assert.equal(new Set(found).size, found.length);
				const seen = new Set<string>();
				const expected = mails.filter(({ kind, messageId, subject: { version, number, title } }) => {
					const key = JSON.stringify([messageId, kind, version, number, title]);
					const isNew = messageId === undefined || !seen.has(key);
					seen.add(key);
					return isNew && (kind === 'patch' || kind === 'cover' || kind === 'pull');
				});
				assert.equal(found.length, expected.length);
			}),
			{ numRuns: 400 },
		);
	});

	it('have versions in which every number is there, missing or above the total', () => {
		fc.assert(
			fc.property(input, rows, (mails, patchsets) => {
				for (const { versions } of chainsOf(mails, patchsets)) {
					assert.ok(versions.length > 0);
					for (const { patches, missing, of } of versions) {
						const numbers = [...patches.map(({ number }) => number), ...missing].toSorted((a, b) => a - b);
						assert.deepEqual(
							numbers,
							Array.from({ length: of ?? 0 }, (_, at) => at + 1),
						);
					}
				}
			}),
		);
	});
});

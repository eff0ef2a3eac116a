import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { batchOf, batchOfPatchset, withCover } from '../../../../../src/patches/model/series/batch.ts';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { mail, person, sent } from './mails.ts';

const batch = (mails: readonly SeriesMail[]) => batchOf(mails, new Ancestors(mails));

describe('A batch', () => {
	it('takes its facts from the cover letter', () => {
		const [cover, ...patches] = sent('a', 'RFC PATCH app v3', ['A', 'One', 'Two'], { day: 4 });
		const found = batch([...patches, { ...cover, from: person('bob') } as SeriesMail]);
		const { kind, title, submitter, prefix, version, isRfc, of, lead, patches: numbered } = found;
		assert.deepEqual(
			[kind, title, submitter.name, prefix, version, isRfc, of, lead?.messageId, numbered.size],
			['patches', 'A', 'bob', 'app', 3, true, 2, '<a.0>', 2],
		);
	});

	it('takes its facts from the first patch if there is no cover letter', () => {
		const { title, lead, of } = batch(sent('a', 'PATCH', ['', 'One', 'Two']).toReversed());
		assert.deepEqual([title, lead?.messageId, of], ['One', '<a.1>', 2]);
	});

	it('has one patch without a number, and none in a request to pull', () => {
		assert.equal(batch([mail('a', '[PATCH] A')]).of, 1);
		assert.equal(batch([mail('a', '[GIT PULL 1/2] A', { isPull: true, hasPatches: false })]).of, 0);
	});

	it('uses the last of equal numbers', () => {
		const { patches, cover, replaced } = batch([
			mail('a', '[PATCH 0/1] A'),
			mail('b', '[PATCH 1/1] B'),
			mail('c', '[PATCH 1/1] B'),
			mail('d', '[PATCH 0/1] A'),
		]);
		const ids = [cover, patches.get(1), ...replaced].map((one) => one?.messageId);
		assert.deepEqual(ids, ['<d>', '<c>', '<b>', '<a>']);
	});

	it('has the trailers of any of its mails', () => {
		const { changeId, baseCommit } = batch([
			mail('a', '[PATCH 0/1] A', { changeId: 'x' }),
			mail('b', '[PATCH 1/1] B', { baseCommit: 'y' }),
		]);
		assert.deepEqual([changeId, baseCommit], ['x', 'y']);
	});

	const below = (re: string | undefined) => ({ ...(re !== undefined && { re }) });
	for (const [what, mails, isMissing] of [
		['if all patches reply to an unknown mail', ['x', 'x'], true],
		['if they reply to nothing', [undefined, undefined], false],
		['if they reply to different mails', ['x', 'y'], false],
		['if they reply to a known mail', ['1', '1'], false],
	] as const) {
		it(`${isMissing ? 'lacks' : 'does not lack'} a cover letter ${what}`, () => {
			const patches = mails.map((re, at) => mail(`${at + 1}`, `[PATCH ${at + 1}/2] A`, below(re)));
			assert.equal(batch(patches).isCoverMissing, isMissing);
		});
	}

	it('gets the facts of a plain cover letter', () => {
		const found = withCover(
			batch([mail('b', '[PATCH 1/1] B', { changeId: 'x' })]),
			mail('a', 'A', { day: 7 }),
		);
		const { title, lead, date, changeId } = found;
		assert.deepEqual([title, lead?.messageId, date, changeId], ['A', '<a>', 7 * 86_400_000, 'x']);
	});

	it('can be only a patchset of the forge', () => {
		const found = batchOfPatchset({
			id: 7,
			subject: 'A',
			prefix: 'RFC RESEND app',
			version: 2,
			submitter: person('ana'),
			date: 1,
			messageId: '<x>',
			coverMessageId: undefined,
			supersededBy: undefined,
		});
		const { prefix, isRfc, isMarkedAsResend, of, lead, patchsets } = found;
		assert.deepEqual(
			[prefix, isRfc, isMarkedAsResend, of, lead, patchsets],
			['app', true, true, undefined, undefined, [7]],
		);
	});
});

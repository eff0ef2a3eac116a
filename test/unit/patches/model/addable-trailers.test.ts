import assert from 'node:assert/strict';
import { trailerLine } from '../../../../src/mail/compose/review-trailer.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import { addableTrailers } from '../../../../src/patches/model/addable-trailers.ts';
import { sentTrailers } from '../../../../src/patches/model/person-trailers.ts';
import { patchText } from '../../../kit/pages/readings.ts';

const patchWith = (message: string) => {
	const text = patchText('open.c').replace(/^Change open\.c\.\n\nSigned-off-by: .*$/m, message);
	const [patch] = parsePatches(parseMail(`Subject: [PATCH] x\n\n${text}`));
	return patch ?? assert.fail();
};
const [ana, kim] = ['ana', 'kim'].map((name) => ({ name, email: `${name}@example.org` }));
assert.ok(ana && kim);
const plain = patchWith('Text.');
const reviewed = patchWith('Text.\n\nReviewed-by: Ana <ANA@example.org>');
const given = (person: typeof ana, patches: readonly (typeof plain)[], isFromPerson = true) => ({
	...{ key: 'Reviewed-by', person, patches, isFromPerson },
});
const found = (...all: readonly ReturnType<typeof given>[]) =>
	addableTrailers(all).map(({ person, isFromPerson, patches }) => [person.name, isFromPerson, ...patches]);

describe('The trailers that can be added to patches', () => {
	it('are those that the messages lack', () => {
		assert.deepEqual(found(given(ana, [plain, reviewed]), given(ana, [reviewed])), [['ana', true, plain]]);
		assert.deepEqual(found(given(ana, [reviewed]), given(kim, [reviewed])), [['kim', true, reviewed]]);
		assert.deepEqual(found(), []);
	});

	it('are not those that a message has without the address', () => {
		const named = patchWith('Text.\n\nReviewed-by: Ana');
		assert.deepEqual(found(given(ana, [named]), given(kim, [named])), [['kim', true, named]]);
	});

	it('are each once, also for the patches of several series', () => {
		const other = patchWith('Other.');
		assert.deepEqual(found(given(ana, [plain]), given(ana, [plain, other])), [['ana', true, plain, other]]);
	});

	it('are from another address only if the person has not sent them', () => {
		const other = patchWith('Other.');
		assert.deepEqual(found(given(ana, [plain, other], false), given(ana, [plain])), [
			['ana', true, plain],
			['ana', false, other],
		]);
	});

	it('keep the remark of a person who speaks of a part only', () => {
		const text = [
			...['From: Ana <ana@example.org>', 'Subject: Re: [PATCH] x', ''],
			'Acked-by: Ana <ana@example.org> # for the documents',
			'Tested-by: Ana <ana@example.org>',
		].join('\n');
		const sent = sentTrailers(parseMail(text)).map((trailer) => ({ ...trailer, patches: [plain] }));
		assert.deepEqual(addableTrailers(sent).map(trailerLine), [
			'Acked-by: Ana <ana@example.org> # for the documents',
			'Tested-by: Ana <ana@example.org>',
		]);
	});

	it('are not offered again because one of them has a remark', () => {
		const remarked = { ...given(ana, [plain, reviewed]), remark: '# for the documents' };
		assert.deepEqual(found(remarked, given(ana, [plain], false)), [['ana', true, plain]]);
	});

	it('have no other person as a remark', () => {
		const text = 'From: Ana <ana@example.org>\n\nAcked-by: Ana <ana@example.org>, Bob <bob@example.org>';
		const sent = sentTrailers(parseMail(text)).map((trailer) => ({ ...trailer, patches: [plain] }));
		assert.deepEqual(addableTrailers(sent).map(trailerLine), ['Acked-by: Ana <ana@example.org>']);
	});
});

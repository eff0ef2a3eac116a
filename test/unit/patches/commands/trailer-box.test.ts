import assert from 'node:assert/strict';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import { patchText } from '../../../kit/pages/readings.ts';
import { acceptTicked, answerWith, takeCalls } from '../../../kit/window/editor.ts';

const { askForTrailers } = await import('../../../../src/patches/commands/trailer-box.ts');

const [patch = assert.fail()] = parsePatches(parseMail(`Subject: [PATCH] x\n\n${patchText('open.c')}`));
const trailer = (name: string, isFromPerson: boolean) => ({
	...{ key: 'Acked-by', person: { name, email: `${name.toLowerCase()}@example.org` }, isFromPerson },
	patches: new Set([patch]),
});

describe('The box for the trailers of replies', () => {
	it('has those ticked that people have sent themselves', async () => {
		const [own, other] = [trailer('Ana', true), trailer('Kim', false)];
		answerWith(acceptTicked);
		assert.deepEqual(await askForTrailers([own, other], 1, 'Save'), [own]);
		const [asked = ''] = takeCalls();
		assert.match(asked, /Acked-by: Ana <ana@example\.org> \| Acked-by: Kim <kim@example\.org>/);
	});

	it('says which were sent from another address, and for how many patches others are', async () => {
		const descriptions: unknown[] = [];
		answerWith((items) => {
			for (const item of Array.isArray(items) ? items : []) descriptions.push(item.description);
		});
		assert.equal(await askForTrailers([trailer('Ana', true), trailer('Kim', false)], 2, 'Save'), undefined);
		assert.deepEqual(descriptions, ['for 1 patch', 'for 1 patch · sent from another address']);
	});

	it('shows a name that looks like an icon as it is', async () => {
		takeCalls();
		await askForTrailers([trailer('$(bug)', true)], 1, 'Save');
		assert.match(takeCalls()[0] ?? '', /Acked-by: \\\$\(bug\)/);
	});
});

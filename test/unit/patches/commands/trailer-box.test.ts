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
});

import assert from 'node:assert/strict';
import { seriesContent } from '../../../../src/patches/page/parts/series-content.ts';
import { shownComments } from '../../../../src/review/page/shown-comments.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';

const reading = readingOf([sentMail({ id: 1, subject: '[PATCH] Faster', text: patchText('open.c') })]);
const shown = { content: seriesContent(reading), net: undefined, mails: reading.mails };

const comment = (mail: number, from?: { readonly version: string; readonly isChanged: boolean }) => ({
	...{ id: `about ${mail}`, revision: 2, writer: 'page', saved: Date.UTC(2026, 10, 3, 8, 12) },
	...({ state: 'editing' } as const),
	account: { id: 'ana', name: '~ana', instance: 'forge.test' },
	key: { account: 'ana', owner: '~ana', list: 'editor-devel', mail, lines: { kind: 'whole' } as const },
	body: { text: 'Why?', from },
});

describe('Comments on a page', () => {
	it('have their text, place, time and origin', () => {
		assert.deepEqual(
			shownComments(
				[comment(1, { version: 'v1', isChanged: true })],
				shown,
				() => null,
				(name) => `page of ${name}`,
				'UTC',
			),
			[
				{
					...{ id: 'about 1', revision: 2, writer: 'page', body: { text: 'Why?' } },
					...{ saved: '08:12', origin: 'from v1, changed here', sendState: null },
					...{ originVersion: 'page of v1' },
					at: { kind: 'mail', mail: 1 },
				},
			],
		);
		const [{ origin } = assert.fail()] = shownComments(
			[comment(1)],
			shown,
			() => null,
			(name) => `page of ${name}`,
			'UTC',
		);
		assert.equal(origin, '');
	});
});

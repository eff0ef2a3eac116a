import assert from 'node:assert/strict';
import { placeReplies } from '../../../../src/mail/replies/place-replies.ts';
import { linesOf } from '../../../../src/mail/unified-diff/lines.ts';
import type { SeriesReading } from '../../../../src/patches/model/series-reading.ts';
import { earlySeries } from '../../../../src/sandbox/world/devel/earlier.ts';
import { lateSeries } from '../../../../src/sandbox/world/devel/later.ts';
import { wrappingSeries } from '../../../../src/sandbox/world/devel/wrapping.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';

/** The last quoted line and what was written below it, for each part of a reply. */
function answers({ version, mails }: SeriesReading): readonly { line: string; text: string }[] {
	const patches = (version?.patches ?? []).flatMap(({ mail }) =>
		(mails.get(mail.id)?.patches ?? []).map((patch) => ({ mail: mail.id, patch })),
	);
	return placeReplies(patches, [...mails.values()]).threads.flatMap(({ patch, file, hunk, last, parts }) => {
		const { source, files } = patches[patch]?.patch ?? { source: '', files: [] };
		const found = files[file]?.hunks[hunk];
		const line = found && [...linesOf(source, found)][last];
		return parts.map(({ mail, start, end }) => ({
			line: line ? source.slice(line.start, line.end) : '',
			text: (mails.get(mail)?.mail.text.slice(start, end) ?? '').replace(/\s+/g, ' ').trim(),
		}));
	});
}

describe('The replies of the demo list', () => {
	const { open } = demoLists();

	it('are below the lines that their authors quoted', async () => {
		const window = await open();
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		const found: { line: string; text: string }[] = [];
		for (const patchset of cache.patchsets.keys()) {
			const reader = window.reader({ account: 'ana', owner: '~ana', list: 'editor-devel', patchset });
			await reader.open();
			await reader.refresh();
			if (reader.reading) found.push(...answers(reader.reading));
		}
		const remarks = [...earlySeries, ...wrappingSeries, ...lateSeries].flatMap(({ remarks }) => remarks);
		const quotes = remarks.flatMap(({ quotes = [] }) => quotes);
		const missing = quotes.filter(
			([passage, text]) =>
				!found.some((one) => one.line.includes(passage) && one.text === text.replace(/\s+/g, ' ')),
		);
		assert.ok(quotes.length > 15);
		assert.deepEqual(missing, []);
	});
});

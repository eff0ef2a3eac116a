import assert from 'node:assert/strict';
import { contentDigest } from '../../../../../src/mail/hunk-display/content-digest.ts';
import { fileWarnings } from '../../../../../src/mail/safety/file-warnings.ts';
import { examineFiles } from '../../../../../src/patches/state/series/examine-files.ts';
import { patchText, sentMail } from '../../../../kit/pages/readings.ts';

describe('Examining the files of mails', () => {
	const read = () =>
		sentMail({ id: 1, subject: '[PATCH] Build', text: patchText('build.c', ['old'], ['new \u202e line']) });
	const examined = (fullMail: ReturnType<typeof read>, source?: string) =>
		fullMail.patches.flatMap((patch) =>
			patch.files.map((file) => [
				contentDigest(source ?? patch.source, file),
				fileWarnings(source ?? patch.source, file).length,
			]),
		);

	it('derives what pages need, so that they need not read the diffs again', async () => {
		const fullMail = read();
		await examineFiles([fullMail]);
		assert.deepEqual(examined(fullMail, ''), examined(read()));
		assert.deepEqual(
			examined(fullMail).map(([, warnings]) => warnings),
			[1],
		);
	});

	it('lets other work run meanwhile', async () => {
		const files = Array.from({ length: 3000 }, (_, nth) => patchText(`f${nth}.c`, many('old'), many('new')));
		const fullMail = sentMail({ id: 1, subject: '[PATCH] Build', text: files.join('') });
		let turns = 0;
		const timer = setInterval(() => {
			turns += 1;
		}, 0);
		await examineFiles([fullMail]);
		clearInterval(timer);
		assert.ok(turns > 0);
	});
});

const many = (line: string) => Array.from({ length: 100 }, (_, nth) => `${line} ${nth}`);

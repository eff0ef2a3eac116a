import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenDialogOptions } from 'vscode';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import type { PreparedMail } from '../../../../src/review/state/prepare-mail.ts';
import { answerWith, enter, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { aMail } from './a-mail.ts';

const { exportActions } = await import('../../../../src/review/commands/export-mails.ts');
const { Uri } = await import('vscode');

const series = { account: 'ana', owner: '~ana', list: 'devel', patchset: 1 };

async function take(words: string, ...mails: readonly PreparedMail[]) {
	const action = exportActions(mails).find(({ label }) => label.includes(words)) ?? assert.fail();
	const result = await action.run({ series, mails });
	return result === 'sending' ? result : result?.done;
}
const opened = () => takeCalls().filter((call) => call.includes('mailto:'));

describe('A mail', () => {
	it('opens in the mail program', async () => {
		assert.equal(await take('Mail Program', aMail(1)), 'opened in your mail program');
		assert.match(opened()[0] ?? '', /mailto:list@example\.org\?cc=bob.*body=Text%201/);
	});

	it('opens without a long text, which is copied, only if the user wants that', async () => {
		const long = aMail(1, { body: 'Long text. '.repeat(400) });
		for (const answer of [undefined, 'Open']) {
			answerWith(() => answer);
			assert.equal((await take('Mail Program', long)) !== undefined, answer !== undefined);
			const calls = takeCalls();
			assert.match(calls.find((call) => call.startsWith('clipboard')) ?? '', /Long text\./);
			const addresses = calls.filter((call) => call.includes('mailto:'));
			assert.equal(addresses.length, answer === undefined ? 0 : 1);
			assert.doesNotMatch(addresses[0] ?? '', /body=/);
		}
	});

	it('is saved as a file with all headers', async () => {
		const folder = temporaryFolder('mail');
		setSetting('folders', [{ uri: Uri.file('/project/editor') }]);
		answerWith((offered) => {
			assert.match(String(offered), /\/project\/editor\/Re-Mail-1\.eml$/);
			return Uri.file(join(folder, 'a.eml'));
		});
		assert.equal(await take('Save', aMail(1)), 'saved as a file');
		const saved = parseMail(readFileSync(join(folder, 'a.eml'), 'utf8'));
		assert.deepEqual(
			[saved.subject, saved.from.email, saved.inReplyTo, saved.text],
			['Re: Mail 1', 'ana@example.org', '<1@x>', 'Text 1\r\n'],
		);
		assert.equal(await take('Save', aMail(1)), undefined, 'the user has cancelled');
	});

	it('is copied as a text to paste into a reply', async () => {
		assert.equal(await take('Copy', aMail(1)), 'copied');
		assert.deepEqual(takeCalls(), ['clipboard: Text 1\n', 'status bar: Text copied']);
	});
});

describe('Several mails', () => {
	const mails = [aMail(1), aMail(2), aMail(3)];

	it('open one after the other, when the user asks for the next', async () => {
		answerWith(enter('Open Next Mail'));
		assert.equal(await take('Mail Program', ...mails), undefined);
		const calls = takeCalls();
		assert.equal(calls.filter((call) => call.includes('mailto:')).length, 2);
		assert.equal(
			calls.at(-1),
			'warning: Mail 2 of 3 is open in your mail program.: Next: Re: Mail 3: Open Next Mail',
		);
		answerWith(enter('Open Next Mail'), enter('Open Next Mail'));
		assert.equal(await take('Mail Program', ...mails), 'opened in your mail program');
		assert.equal(opened().length, 3);
	});

	it('are saved in a folder, and replace no file there', async () => {
		const folder = temporaryFolder('mails');
		writeFileSync(join(folder, '0002-Re-Mail-2.eml'), 'mine');
		answerWith((_uri, options) => {
			const { canSelectFiles, canSelectFolders } = options as OpenDialogOptions;
			assert.deepEqual([canSelectFiles, canSelectFolders], [false, true]);
			return [Uri.file(folder)];
		});
		assert.equal(await take('Save', ...mails), 'saved as 3 files');
		const names = readdirSync(folder).toSorted();
		const expected = [
			'0001-Re-Mail-1.eml',
			'0002-Re-Mail-2-2.eml',
			'0002-Re-Mail-2.eml',
			'0003-Re-Mail-3.eml',
		];
		assert.deepEqual(names, expected);
		assert.equal(readFileSync(join(folder, '0002-Re-Mail-2.eml'), 'utf8'), 'mine');
		assert.equal(parseMail(readFileSync(join(folder, expected[1] ?? ''), 'utf8')).subject, 'Re: Mail 2');
	});

	it('are copied with their headers', async () => {
		await take('Copy', ...mails);
		assert.match(takeCalls()[0] ?? '', /Subject: Re: Mail 1\n[\s\S]+Text 1\n\n\nSubject: Re: Mail 2\n/);
	});
});

import assert from 'node:assert/strict';
import { restrictedCallProblems } from './restricted-calls.ts';
import { productSources, source } from './sources.ts';

describe('A function of VS Code with one place', () => {
	it('is called only there, so that text from a forge is safe, and all boxes behave alike', () => {
		assert.deepEqual(restrictedCallProblems(productSources()), []);
	});

	for (const [what, code] of [
		['a message', 'await vscode.window.showErrorMessage(error.message);'],
		['a message by a destructured function', 'const { showWarningMessage } = vscode.window;'],
		['a name in quotes', "vscode.window['showInputBox']({});"],
		['a progress message', 'vscode.window.withProgress(options, work);'],
		['an address', 'vscode.env.openExternal(vscode.Uri.parse(address));'],
		['a quick pick', 'const box = vscode.window.createQuickPick();'],
		['an input box', 'const box = vscode.window.createInputBox();'],
	] as const) {
		it(`is caught as ${what}`, () => {
			const problems = restrictedCallProblems([source('src/accounts/a.ts', code)]);
			assert.equal(problems.length, 1, problems.join('\n'));
			assert.match(
				problems[0] ?? '',
				/^src\/accounts\/a\.ts calls \w+, wh.* Use a .* of src\/platform\/editor\//,
			);
		});
	}
});

describe('The network', () => {
	it('is reached only by requests to forges and by mails, and only sign-ins and webhooks listen', () => {
		const modules = /^node:(?:dgram|dns|http2?|https|net|tls)\b/;
		const calls =
			/\bglobalThis\.fetch\b|\b(?:WebSocket|EventSource|XMLHttpRequest|sendBeacon|createTelemetryLogger)\b/;
		// Elsewhere, `fetch` is a parameter with the function of the transport.
		const isGlobal = (text: string) =>
			/(?:await|return|=>?|\()\s*fetch\(/.test(text) && !/\bfetch: /.test(text);
		const reaching = productSources().filter(
			({ path, text, imports }) =>
				!path.startsWith('src/sandbox/') &&
				(imports.some(({ target, isType }) => !isType && modules.test(target)) ||
					calls.test(text) ||
					isGlobal(text)),
		);
		assert.deepEqual(
			reaching.map(({ path }) => path),
			[
				'src/forge/wire/transport.ts',
				'src/inbox/live/listener/listener.ts',
				'src/review/state/mail-server/smtp-session.ts',
				// Lists the authorities that the system trusts.
				'src/review/state/mail-server/trusted-authorities.ts',
				'src/signin/methods/loopback.ts',
			],
			'SECURITY.md says what Tildeforge connects to. Use the transport, and say there what is new.',
		);
	});
});

describe('A webhook', () => {
	it('is created and removed only by the file whose callers know which webhooks are ours', () => {
		const changing = productSources().filter(({ path, words }) => {
			const isProgram = !/^src\/(?:forge|sandbox)\//.test(path);
			return isProgram && ['createHook', 'deleteHook'].some((name) => words.has(name));
		});
		assert.deepEqual(
			changing.map(({ path }) => path),
			['src/inbox/live/hooks/create-hooks.ts'],
		);
	});
});

describe('What the user changes', () => {
	const program = productSources().filter(({ path }) => !/^src\/(?:forge|sandbox)\//.test(path));

	it('is sent only by the senders of the outbox, which sends it once and in order', () => {
		const calls = ['createTicket', 'updateTicket', 'editTicket', 'updatePatchset'];
		const sending = program.filter(({ words }) => calls.some((name) => words.has(name)));
		assert.deepEqual(sending.map(({ path }) => path).toSorted(), [
			'src/patches/state/status/status-sender.ts',
			// Asks with changes that nothing can have.
			'src/signin/connections/connection-check.ts',
			// A description is a document until it is saved, and says itself that it could not be.
			'src/tickets/commands/descriptions/description.ts',
			'src/tickets/state/change-ticket.ts',
			'src/tickets/state/changes/create-ticket.ts',
		]);
	});

	it('waits in an outbox: a kind of change has no queue, loop or Undo of its own', () => {
		const kinds = program.filter(({ text }) => /\bnew Outbox\(|\bextends Outbox</.test(text));
		assert.deepEqual(kinds.map(({ path }) => path).toSorted(), [
			'src/patches/state/status/status-changes.ts',
			'src/review/state/review-mails.ts',
			'src/tickets/state/tickets.ts',
		]);
		const folder = 'src/platform/state/outbox/';
		const inside = ['queue-file', 'replacement', 'retries', 'send-loop', 'send-loops'];
		const reaching = program.filter(
			({ path, imports }) =>
				!path.startsWith(folder) &&
				imports.some(({ target }) => inside.includes(target.slice(folder.length, -3))),
		);
		assert.deepEqual(reaching, []);
		const reading = program.filter(({ path, words }) => !path.startsWith(folder) && words.has('entryReader'));
		// Only takes over what earlier versions have stored with the texts. An outbox has all its entries in one file.
		assert.deepEqual(
			reading.map(({ path }) => path),
			['src/tickets/state/changes/old-entries.ts'],
		);
	});
});

describe("VS Code's storage of all windows", () => {
	it('has nothing that windows change at the same time, because the one that writes last wins', () => {
		const using = productSources().filter(({ words }) => words.has('globalState'));
		assert.deepEqual(using.map(({ path }) => path).toSorted(), [
			'src/inbox/services.ts',
			'src/main.ts',
			'src/patches/commands/pages-and-commands.ts',
			'src/review/index.ts',
		]);
	});
});

describe('A lock of several windows', () => {
	const importing = (wanted: string) =>
		productSources()
			.filter(({ imports }) => imports.some(({ target }) => target === wanted))
			.map(({ path }) => path)
			.filter((path) => !path.startsWith('src/sandbox/'))
			.toSorted();

	it('is taken only by the storage of files, so that there is one way to take it', () => {
		assert.deepEqual(importing('src/base/files/file-lock.ts'), ['src/base/files/file-storage.ts']);
	});

	it('is taken again after it was lost only by shared files, shared logs and sessions: use a shared file to change a file', () => {
		assert.deepEqual(importing('src/base/files/lock-again-if-lost.ts'), [
			'src/platform/state/store/shared-file.ts',
			'src/platform/state/store/shared-log.ts',
			'src/signin/sessions/session-store.ts',
		]);
	});
});

describe('What the user writes on a page', () => {
	const filesWith = (folder: string, pattern: RegExp) =>
		productSources()
			.filter(({ path, text }) => path.startsWith(folder) && pattern.test(text))
			.map(({ path }) => path);

	it('is kept by one class of the page, which counts its versions, and by one of its host', () => {
		assert.deepEqual(filesWith('media/', /\brevision (?:\+= 1|\+ 1)/), ['media/kit/text-box/drafts.ts']);
		assert.deepEqual(filesWith('media/', /\.setState\(/), ['media/kit/page-state.ts']);
		const hosts = filesWith('src/', /state\/texts\/texts\.ts'/).filter((path) => /\/page\//.test(path));
		assert.deepEqual(hosts, ['src/platform/page/page-texts.ts']);
	});
});

describe('What others have done', () => {
	const filesWith = (isFound: (file: ReturnType<typeof source>) => boolean) =>
		productSources()
			.filter((file) => isFound(file) && !/^src\/(?:forge|sandbox)\//.test(file.path))
			.map(({ path }) => path);

	it('is found with one form of cursor, by one function that decides when to ask the forge', () => {
		const ordered = filesWith(({ text }) => /\bupTo: v\.number\(\), entries: /.test(text));
		assert.deepEqual(ordered, ['src/platform/state/watch/reported.ts']);
		const reading = filesWith(({ words }) => words.has('readNews'));
		assert.deepEqual(reading.toSorted(), [
			'src/patches/state/watch/watch-list.ts',
			'src/platform/state/watch/read-news.ts',
			'src/repositories/state/watch/watch-repository.ts',
			'src/tickets/state/watch/watch-tracker.ts',
		]);
		const recent = filesWith(({ words }) => words.has('isReadRecently'));
		assert.ok(
			recent.every((path) => path.startsWith('src/platform/state/watch/')),
			recent.join(' '),
		);
	});

	it('is read from the forge: of deliveries, one function says what may be used', () => {
		const named = /^(?:ticket|event|label|repo|post|email|patchset):[a-z-]+$/;
		assert.deepEqual(filesWith(({ strings }) => strings.some((one) => named.test(one))).toSorted(), [
			// These say which events are asked for, and what they are called.
			'src/inbox/live/hooks/hook-events.ts',
			'src/inbox/model/live-words/resource-words.ts',
		]);
	});
});

import assert from 'node:assert/strict';
import type { MailAccount } from '../../../../../src/review/state/mail-server/mail-account.ts';
import type { MailServer } from '../../../../../src/review/state/mail-server/mail-server.ts';
import type { CheckOutcome } from '../../../../../src/review/state/mail-server/send-outcome.ts';
import { type FakeBox, made, passTurns } from '../../../../kit/window/editor.ts';

const { askMailSetUp } = await import('../../../../../src/review/commands/mail-server/set-up-dialog.ts');

const server: MailServer = { host: 'smtp.example.org', port: 2525, security: 'tls', user: 'ana' };
const before: MailAccount = {
	server,
	from: { name: 'Ana, the first', email: 'ana@example.org' },
	password: undefined,
	source: 'settings',
};

describe('The set-up of a mail server', () => {
	const message = (box: FakeBox): string | undefined =>
		typeof box.validationMessage === 'string'
			? box.validationMessage
			: Reflect.get(Object(box.validationMessage), 'message');

	function open(outcomes: CheckOutcome[], given: Partial<Parameters<typeof askMailSetUp>[0]> = {}) {
		const checked: (readonly [MailServer, string | undefined])[] = [];
		const result = askMailSetUp({
			before,
			from: before.from,
			hasWrongHost: false,
			gitUsesProgram: false,
			passwordOf: async () => undefined,
			check: async (...[to, password]) => {
				checked.push([to, password]);
				return outcomes.shift() ?? { kind: 'ready' };
			},
			...given,
		});
		return { result, checked };
	}

	/** Presses Enter in the box that is open, after the text was replaced, and returns the next box. */
	async function accept(text?: string): Promise<FakeBox> {
		const box = made.boxes.at(-1) ?? assert.fail();
		if (text !== undefined) box.type(text);
		if (box.activeItems.length > 0) box.selectedItems = box.activeItems;
		box.accept();
		await passTurns();
		return made.boxes.at(-1) ?? assert.fail();
	}

	it('starts with what is set up', async () => {
		const { result, checked } = open([]);
		assert.equal(made.boxes.at(-1)?.value, 'smtp.example.org:2525');
		assert.deepEqual(
			(await accept()).activeItems.map(({ label }) => label),
			['TLS'],
		);
		assert.equal((await accept()).value, 'ana');
		const password = await accept();
		assert.match(password.prompt, /password of ana at smtp\.example\.org/);
		assert.equal((await accept('')).validationMessage !== undefined, true);
		const from = await accept('secret');
		assert.equal(from.value, '"Ana, the first" <ana@example.org>');
		await accept();
		assert.deepEqual(checked, [[server, 'secret']]);
		assert.deepEqual((await result)?.server, server);
	});

	it('keeps the stored password if the user enters none', async () => {
		const { result, checked } = open([], { passwordOf: async () => 'stored' });
		for (let step = 0; step < 5; step++) await accept();
		assert.deepEqual(checked, [[server, 'stored']]);
		assert.equal((await result)?.password, 'stored');
	});

	it('does not send the password of one server to another', async () => {
		const { result, checked } = open([], {
			before: { ...before, password: 'set before' },
			passwordOf: async ({ host }) => (host === server.host ? 'stored' : undefined),
		});
		for (const text of ['other.example.org', undefined, undefined]) await accept(text);
		const password = made.boxes.at(-1) ?? assert.fail();
		assert.deepEqual([password.value, password.placeholder], ['', 'Password']);
		await accept('');
		assert.deepEqual(checked, []);
		password.hide();
		await result;
	});

	it('says what is wrong in the box, where Enter tries again', async () => {
		const { result, checked } = open([
			{ kind: 'later', message: 'No connection.' },
			{ kind: 'untrusted-certificate', message: 'Not secure.' },
			{ kind: 'wrong-settings', message: 'No encryption.' },
		]);
		for (let step = 0; step < 3; step++) await accept();
		assert.equal(message(await accept('secret')), 'No connection. Press Enter to try again, or go back.');
		assert.match(message(await accept()) ?? '', /^Not secure\. Go back to correct the name/);
		assert.equal(message(await accept()), 'No encryption.');
		const from = await accept();
		assert.equal(from.placeholder, 'Ana Example <ana@example.org>');
		assert.equal(message(await accept('ana')), 'Enter one address, such as Ana Example <ana@example.org>.');
		from.hide();
		assert.equal(await result, undefined);
		assert.equal(checked.length, 4);
	});

	it('proposes encryption by the server that is entered', async () => {
		for (const [text, label, known] of [
			['a.example', 'STARTTLS', undefined],
			['a.example:465', 'TLS', undefined],
			['a.example:587', 'STARTTLS', before],
			['localhost', 'Not Encrypted', undefined],
		] as const) {
			const { result } = open([], { before: known });
			const security = await accept(text);
			assert.deepEqual(
				security.activeItems.map((one) => one.label),
				[label],
			);
			security.hide();
			await result;
		}
	});

	it('says that a program that git uses is not run', async () => {
		const { result } = open([], { before: undefined, gitUsesProgram: true });
		const box = made.boxes.at(-1) ?? assert.fail();
		assert.match(box.prompt, /program, which Tildeforge does not run/);
		box.hide();
		await result;
	});
});

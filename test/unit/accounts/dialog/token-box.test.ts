import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { createBearer } from '../../../../src/sandbox/identity/bearer.ts';
import { made, passTurns, setSetting, takeCalls, windowStates } from '../../../kit/window/editor.ts';
import { ana } from '../../../kit/window/sign-in-window.ts';
import { until } from '../../../tools/until.ts';

const { Wizard } = await import('../../../../src/platform/editor/boxes/wizard.ts');
const { enterToken } = await import('../../../../src/accounts/dialog/token-box.ts');
const { QuickInputButtons } = await import('vscode');

const session = { ...ana, id: 'session' };
const old = 'a0'.repeat(16);
const later = Date.now() + 3_600_000_000;
const newer = (grants: string, expires = later) =>
	createBearer({ expires, grants, client: 'tildeforge', username: 'ana' }, Buffer.alloc(32, 7), 1);
const day = (time: number) => new Date(time).toLocaleDateString(undefined, { dateStyle: 'long' });

interface Given {
	readonly hasNoPage?: boolean;
	readonly clipboard?: string | Promise<string>;
	readonly scopes?: readonly string[];
	readonly wizard?: InstanceType<typeof Wizard>;
}

function open({
	wizard = new Wizard(),
	hasNoPage = false,
	clipboard = '',
	scopes = ['lists:read'],
}: Given = {}) {
	setSetting('clipboard', clipboard);
	const secrets: string[] = [];
	const stored: unknown[] = [];
	const host: { account: Promise<string> } = { account: Promise.resolve('~ana') };
	const request = {
		name: 'example.org',
		scopes: { requested: scopes, needed: scopes },
		addSecret: (text: string) => secrets.push(text),
		identify: async () => ({ account: await host.account }),
		storeSession: async (identified: unknown) => {
			stored.push(identified);
			return session;
		},
	};
	const page = hasNoPage ? undefined : 'https://meta.example.org/tokens';
	const answer = enterToken(wizard, request, page, { token: undefined });
	return { box: made.boxes.at(-1) ?? assert.fail(), answer, secrets, stored, host };
}

/** A text is an error. */
const message = (given: unknown): unknown =>
	typeof given === 'string' ? given : Reflect.get(Object(given), 'message');
const severity = (given: unknown): unknown =>
	typeof given === 'string' ? 3 : Reflect.get(Object(given), 'severity');

describe('The box for a token', () => {
	it('hides what is typed, and says where it is stored', () => {
		const { box } = open();
		assert.deepEqual([box.title, box.password, box.isShown], ['Sign in to example.org', true, true]);
		assert.equal(box.prompt, 'The token is stored encrypted.');
	});

	it('has a button that opens the page that creates tokens', () => {
		const { box } = open();
		assert.equal(box.buttons.length, 2);
		box.pressed.fire(box.buttons[1]);
		assert.deepEqual(takeCalls(), ['browser: https://meta.example.org/tokens']);
	});

	it('has no such button for a forge without that page', () => {
		const { box } = open({ hasNoPage: true });
		assert.deepEqual(box.buttons, [QuickInputButtons.Back]);
		assert.match(box.prompt, /^Create a token on the forge's website, then paste it here\./);
	});

	const described: readonly [what: string, typed: string, words: string, severity: number][] = [
		['no token', 'no-token', 'This does not look like a token. Press Enter to use it anyway.', 2],
		[
			'a text with a space',
			'no token',
			'A token has no spaces, line breaks or accented letters. Copy only the token.',
			3,
		],
		['a text of 100 KB', 'a'.repeat(100_000), 'This is too long for a token. Copy only the token.', 3],
		['a header with a token', `Bearer ${old}`, 'A token. Press Enter to sign in.', 1],
		['a token in quotes', ` "${old}" `, 'A token. Press Enter to sign in.', 1],
		['an older token', ` ${old} `, 'A token. Press Enter to sign in.', 1],
		[
			'a newer token',
			newer('lists:read'),
			`A token for ~ana, valid until ${day(later)}. Press Enter to sign in.`,
			1,
		],
		[
			'an expired token',
			newer('lists:read', 1_000_000),
			`A token for ~ana. It expired on ${day(1_000_000)}.`,
			2,
		],
		[
			'a token without a permission',
			newer('tickets:read'),
			'A token for ~ana. Missing permissions: lists:read. Press Enter to use it anyway.',
			2,
		],
	];
	for (const [what, typed, words, expected] of described) {
		it(`describes ${what}`, () => {
			const { box } = open();
			box.type(typed);
			assert.deepEqual([message(box.validationMessage), severity(box.validationMessage)], [words, expected]);
			box.type(' ');
			assert.equal(box.validationMessage, undefined);
		});
	}

	for (const [count, words] of [
		[4, 'a:read, b:read, c:read, d:read'],
		[5, 'a:read, b:read, c:read and 2 more'],
	] as const) {
		it(`names a few of ${count} missing permissions`, () => {
			const { box } = open({
				scopes: ['a', 'b', 'c', 'd', 'e'].slice(0, count).map((name) => `${name}:read`),
			});
			box.type(newer('tickets:read'));
			assert.match(String(message(box.validationMessage)), new RegExp(`Missing permissions: ${words}\\.`));
		});
	}
});

describe('A token in the clipboard', () => {
	it('is filled in if the user copies it in another window', async () => {
		const { box, secrets } = open({ clipboard: 'hello' });
		await passTurns();
		assert.equal(box.value, '');
		setSetting('clipboard', old);
		windowStates.fire({ focused: false });
		await passTurns();
		assert.equal(box.value, '');
		windowStates.fire({ focused: true });
		await until(() => box.value === old);
		assert.deepEqual(secrets, [old]);
	});

	it('is filled in, and kept out of the logs', async () => {
		const { box, secrets } = open({ clipboard: ` ${old}\n` });
		await until(() => box.value !== '');
		assert.deepEqual([box.value, secrets], [old, [old]]);
		assert.equal(message(box.validationMessage), 'The token in your clipboard. Press Enter to sign in.');
		box.type(newer('lists:read'));
		assert.match(String(message(box.validationMessage)), /^A token for/);
	});

	const ignored: readonly [
		what: string,
		clipboard: string,
		act: (box: ReturnType<typeof open>['box']) => void,
	][] = [
		['if it is not a token', 'hello', () => {}],
		['once the user has typed', old, (box) => box.type('typed')],
		['once the user has left', old, (box) => box.hide()],
	];
	for (const [what, clipboard, act] of ignored) {
		it(`is ignored ${what}`, async () => {
			const { promise, resolve } = Promise.withResolvers<string>();
			const { box, secrets } = open({ clipboard: promise });
			act(box);
			const { value } = box;
			await passTurns();
			resolve(clipboard);
			await passTurns();
			assert.deepEqual([box.value, secrets], [value, []]);
		});
	}
});

describe('Enter in the box for a token', () => {
	it('signs in with what the token says, and keeps it out of the logs', async () => {
		const { box, answer, secrets, stored } = open();
		const token = newer('lists:read');
		box.type(` ${token} `);
		box.accept();
		assert.deepEqual([box.enabled, box.busy, message(box.validationMessage)], [false, true, 'Signing in…']);
		assert.equal(await answer, session);
		const expires = Math.floor(later / 1000) * 1000;
		assert.deepEqual(stored, [
			{ granted: { token, scopes: ['lists:read'], expires, refresh: null }, account: '~ana' },
		]);
		assert.deepEqual(secrets, [token]);
	});

	it('does nothing without a token, or a second time', async () => {
		const { box, answer, secrets } = open();
		box.type('  ');
		box.accept();
		assert.deepEqual([box.enabled, secrets], [true, []]);
		box.type(old);
		box.accept();
		box.accept();
		assert.deepEqual(secrets, [old]);
		await answer;
	});

	for (const [what, error, words] of [
		[
			'the reason of the forge',
			new ForgeError('signed-out', 'The token [is](not) valid.'),
			'The token [is] (not) valid.',
		],
		['a bug', new TypeError('a bug'), 'TypeError: a bug'],
	] as const) {
		it(`says why it failed, and lets the user try again: ${what}`, async () => {
			const { box, answer, host } = open();
			box.type(old);
			host.account = Promise.reject(error);
			box.accept();
			await until(() => box.enabled);
			assert.equal(box.busy, false);
			assert.deepEqual([message(box.validationMessage), severity(box.validationMessage)], [words, 3]);
			host.account = Promise.resolve('~ana');
			box.accept();
			assert.equal(await answer, session);
		});
	}
});

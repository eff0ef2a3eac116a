import assert from 'node:assert/strict';
import { createBearer } from '../../../../src/sandbox/identity/bearer.ts';
import { made, setSetting, takeCalls, windowStates } from '../../../kit/window/editor.ts';
import { ana } from '../../../kit/window/sign-in-window.ts';
import { until } from '../../../tools/until.ts';

const { Wizard } = await import('../../../../src/platform/editor/boxes/wizard.ts');
const { tokenStep } = await import('../../../../src/accounts/dialog/token-step.ts');
const { QuickInputButtons } = await import('vscode');

const session = { ...ana, id: 'session' };
const token = 'a0'.repeat(16);
const identity = 'https://meta.example.org';

const newer = (grants: string, expires: number) =>
	createBearer({ expires, grants, client: 'tildeforge', username: 'ana' }, Buffer.alloc(32, 7), 1);

interface Given {
	readonly hasNewTokenPage?: boolean;
	readonly hasIdentity?: boolean;
	readonly clipboard?: string | Promise<string>;
}

async function open({ hasNewTokenPage = true, hasIdentity = true, clipboard = '' }: Given = {}) {
	setSetting('clipboard', clipboard);
	made.boxes.length = 0;
	takeCalls();
	const settings: { identity: string | undefined } = { identity: hasIdentity ? identity : undefined };
	const wizard = new Wizard();
	const asked = tokenStep(wizard, {
		name: 'example.org',
		identity: () => settings.identity,
		// The page does not know the scope of a service that the token needs, too.
		scopes: { requested: ['lists:read'], needed: ['lists:read', 'tickets:write'] },
		hasNewTokenPage,
		addSecret: () => {},
		identify: async () => ({ account: '~ana' }),
		storeSession: async () => session,
	});
	const answer = asked.then((step) => wizard.run(async () => 'back', step));
	await until(() => made.boxes.length > 0);
	const box = () => made.boxes.at(-1) ?? assert.fail();
	/** Chooses a row of the list. */
	const choose = async (nth: number) => {
		const list = box();
		list.selectedItems = list.items.slice(nth, nth + 1);
		list.accept();
		await until(() => box() !== list);
	};
	return { answer, box, choose, settings };
}

describe('The token step', () => {
	it('offers first to create a token in the browser, where all permissions are preselected', async () => {
		const { answer, box, choose } = await open();
		assert.equal(box().title, 'Sign in to example.org');
		assert.deepEqual(
			box().items.map(({ label, detail }) => [label, detail]),
			[
				['$(link-external) Create Token in Browser…', 'The required permissions are preselected.'],
				['$(key) Enter Token…', 'Use a token that you already have.'],
			],
		);
		await choose(0);
		assert.deepEqual(takeCalls(), [`browser: ${identity}/oauth2/personal-token?grants=lists%3Aread`]);
		box().type(token);
		box().accept();
		assert.equal(await answer, session);
	});

	it('takes a token that is entered in its list', async () => {
		const { answer, box } = await open();
		const list = box();
		list.type(` ${token} `);
		assert.deepEqual(
			list.items.map(({ label }) => label),
			['$(key) Use This Token'],
		);
		list.choose('Use This Token');
		await until(() => box() !== list);
		assert.equal(box().value, token);
		box().accept();
		assert.equal(await answer, session);
	});

	it('opens the page of the address that is in the settings now', async () => {
		const { choose, settings } = await open();
		settings.identity = 'https://moved.example.org';
		await choose(0);
		assert.match(takeCalls()[0] ?? '', /^browser: https:\/\/moved\.example\.org\/oauth2\//);
	});

	it('does not promise preselected permissions for the older page', async () => {
		const { box, choose } = await open({ hasNewTokenPage: false });
		assert.equal(box().items[0]?.detail, undefined);
		await choose(0);
		assert.deepEqual(takeCalls(), [`browser: ${identity}/oauth/personal-token`]);
	});

	it('opens nothing if the user has a token, and goes back from the box to the list', async () => {
		const { answer, box, choose } = await open();
		await choose(1);
		assert.equal(box().password, true);
		const tokenBox = box();
		tokenBox.pressed.fire(QuickInputButtons.Back);
		await until(() => box() !== tokenBox);
		box().pressed.fire(QuickInputButtons.Back);
		assert.equal(await answer, 'back');
		assert.deepEqual(takeCalls(), []);
	});

	it('asks only for the token if one is in the clipboard, and then goes back to the step before', async () => {
		const { answer, box } = await open({ clipboard: ` ${token}\n` });
		await until(() => box().value === token);
		box().pressed.fire(QuickInputButtons.Back);
		assert.equal(await answer, 'back');
	});

	const hour = 3_600_000;
	const useless: readonly (readonly [string, string | Promise<string>])[] = [
		['no token', 'hello'],
		['an expired token', newer('*', Date.now() - hour)],
		['a token that lacks permissions', newer('lists:read', Date.now() + hour)],
		['something that a browser does not let it read yet', new Promise(() => {})],
	];
	for (const [what, clipboard] of useless) {
		it(`asks where the token comes from with ${what} in the clipboard`, async () => {
			const { box } = await open({ clipboard });
			assert.equal(box().items.length, 2);
		});
	}

	it('stays at its question if the clipboard is read late', async () => {
		const { promise, resolve } = Promise.withResolvers<string>();
		const { box } = await open({ clipboard: promise });
		const list = box();
		resolve(token);
		await promise;
		await until(() => list.isShown);
		assert.equal(box(), list);
	});

	it('goes back from a token that was copied meanwhile to its question, and stays there', async () => {
		const { answer, box, choose } = await open();
		await choose(0);
		setSetting('clipboard', token);
		windowStates.fire({ focused: true });
		await until(() => box().value === token);
		const tokenBox = box();
		tokenBox.pressed.fire(QuickInputButtons.Back);
		await until(() => box() !== tokenBox);
		assert.equal(box().items.length, 2);
		box().pressed.fire(QuickInputButtons.Back);
		assert.equal(await answer, 'back');
	});

	it('asks only for the token if the forge has no page that creates one', async () => {
		const { box } = await open({ hasIdentity: false });
		assert.equal(box().password, true);
	});
});

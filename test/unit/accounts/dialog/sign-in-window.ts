import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { type Quirk, quirkSets } from '../../../../src/sandbox/server/drift.ts';
import { type Dialect, dialectOptions } from '../../../graphql-forge/graphql-api.ts';
import { type FakeBox, made, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { openWindow } from '../../../kit/window/sign-in-window.ts';
import { endings } from '../../../tools/endings.ts';
import { freePort } from '../../../tools/ports.ts';
import { until } from '../../../tools/until.ts';

const { Forges } = await import('../../../../src/accounts/forges/forges.ts');
const { RedirectHandler } = await import('../../../../src/accounts/forges/redirect-handler.ts');
const { BrowserSignInSlot } = await import('../../../../src/accounts/dialog/browser-sign-in-slot.ts');

/** An application as an identity service of 2023 registers it. */
const confidential = {
	...{ id: '0f5a7c1e-3b52-4d86-9e0f-6d2a8c4b7e91', name: 'Tildeforge', operator: 'ana' },
	secret: 'the+secret/of=the=application',
};

/** The sandbox, and windows that know it as `forge.test`. An identity service of 2023 comes with GraphQL. */
export function signInWindows(kind: Dialect | 'identity-2023' = 'rest', more: readonly Quirk[] = []) {
	let forge: Forge;
	let port: number;
	const isOf2023 = kind === 'identity-2023';
	before(async () => {
		port = await freePort();
		const clients = [{ ...confidential, redirects: [`http://127.0.0.1:${port}/callback`] }];
		const options = isOf2023
			? { drift: [...quirkSets[kind], ...more], clients, ...dialectOptions('graphql') }
			: dialectOptions(kind);
		forge = await startForge({ port: 0, ...options });
	});
	after(() => forge.stop());
	const ending = endings();
	const clientId = isOf2023 ? confidential.id : 'tildeforge';
	const instance = () => ({ name: 'forge.test', ...forge.addresses, clientId, callbackPort: port });
	return {
		instance,
		/** What the application is signed in with, if it has a secret. */
		secret: isOf2023 ? confidential.secret : undefined,
		addresses: () => forge.addresses,
		/** A port of this machine to which the browser cannot return. */
		takenPort: () => Number(new URL(forge.addresses.trackers).port),
		graphqlTokenOf: (name: string) =>
			forge.users.find((one) => one.name === name)?.graphqlToken ?? assert.fail(),
		tokenOf: (name: string) => forge.users.find((one) => one.name === name)?.token ?? assert.fail(),
		open() {
			setSetting('tildeforge.instances', [instance()]);
			const window = openWindow();
			const { place, registry, secrets, log } = window;
			const context = {
				extension: { packageJSON: { version: '1' }, extensionKind: 1 },
				globalStorageUri: { fsPath: place },
				secrets: window.secretStore,
			};
			const forges: InstanceType<typeof Forges> = Reflect.construct(Forges, [
				context,
				registry,
				log,
				secrets,
			]);
			ending(forges);
			const services = {
				...{ forges, log },
				redirectHandler: new RedirectHandler(),
				pendingSignIns: new BrowserSignInSlot(),
				trySample: async () => undefined,
			};
			const openOther = () => openWindow(window);
			return {
				registry,
				services,
				openOther,
				accounts: () => registry.sessions.map(({ account }) => account),
			};
		},
	};
}

export const latestBox = (): FakeBox => made.boxes.at(-1) ?? assert.fail();

/** Waits until a box is shown with this title, or another one than `before`. */
export async function shownBox(title: string, before?: FakeBox): Promise<FakeBox> {
	await until(() => {
		const box = made.boxes.at(-1);
		return box !== undefined && box !== before && box.isShown && box.title === title;
	});
	return latestBox();
}

/** Chooses a row once it is there and nothing is being looked for. */
export async function chooseWhenReady(words: string): Promise<FakeBox> {
	const box = latestBox();
	await until(() => !box.busy && box.items.some(({ label }) => label.includes(words)));
	box.choose(words);
	return box;
}

/** The same, and returns the box that is shown next. */
export async function chooseRow(words: string): Promise<FakeBox> {
	const box = await chooseWhenReady(words);
	await until(() => latestBox() !== box && latestBox().isShown);
	return latestBox();
}

/** The page that was opened in the browser. */
export async function pageOfForge(): Promise<string> {
	let address = '';
	await until(() => {
		address ||= takeCalls().flatMap((call) => /^browser: (.*)$/.exec(call)?.[1] ?? [])[0] ?? '';
		return address !== '';
	});
	return address;
}

/** Chooses to sign in with the browser, and enters the secret of the application if it is asked for. */
export async function chooseBrowser(secret: string | undefined): Promise<FakeBox> {
	const box = await chooseRow('Sign in with the browser');
	return box.password && secret !== undefined ? enterText(secret) : box;
}

/** Enters a text, and returns the box that is shown next. */
export async function enterText(text: string): Promise<FakeBox> {
	const box = latestBox();
	box.type(text);
	box.accept();
	await until(() => latestBox() !== box);
	return latestBox();
}

import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { type Dialect, dialectOptions } from '../../../graphql-forge/graphql-api.ts';
import { type FakeBox, made, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { openWindow } from '../../../kit/window/sign-in-window.ts';
import { endings } from '../../../tools/endings.ts';
import { until } from '../../../tools/until.ts';

const { Forges } = await import('../../../../src/accounts/forges/forges.ts');
const { RedirectHandler } = await import('../../../../src/accounts/forges/redirect-handler.ts');
const { BrowserSignInSlot } = await import('../../../../src/accounts/dialogue/browser-sign-in-slot.ts');

/** The sandbox, and windows that know it as `forge.test`. */
export function signInWindows(dialect: Dialect = 'rest') {
	let forge: Forge;
	before(async () => {
		forge = await startForge({ port: 0, ...dialectOptions(dialect) });
	});
	after(() => forge.stop());
	const ending = endings();
	const instance = () => ({ name: 'forge.test', ...forge.addresses, clientId: 'tildeforge' });
	return {
		instance,
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
				secrets: { get: async () => undefined },
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

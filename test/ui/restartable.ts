import { existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '../../build.mjs';
import { root, temporaryFolder, testPlace } from '../tools/places.ts';
import { until } from '../tools/until.ts';

/** The test build, which the windows of UI tests load. */
export const restartableFolder = join(testPlace, 'extension');

/** Environment variable: the folder through which tests send requests to the extension host. */
export const restartsVariable = 'TILDEFORGE_RESTARTS';

/** Builds Tildeforge with a `main` that can deactivate it and activate it again. */
export async function buildRestartable(): Promise<void> {
	const place = (name: string) => join(restartableFolder, name);
	await mkdir(place('dist'), { recursive: true });
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	// At the start of each window, so that tests can wait until the commands are there.
	const activationEvents = ['*', ...manifest.activationEvents];
	writeFileSync(place('package.json'), JSON.stringify({ ...manifest, activationEvents, main: './main.cjs' }));
	rmSync(place('media'), { force: true });
	symlinkSync(join(root, 'media'), place('media'), 'junction');
	const main = join(import.meta.dirname, 'fixtures', 'restartable', 'main.cjs');
	await Promise.all([
		copyFile(main, place('main.cjs')),
		copyFile(join(import.meta.dirname, '../tools/local-names.cjs'), place('local-names.cjs')),
		build({ production: false, folder: place('dist') }),
	]);
}

type Answer = { readonly kind: 'done' } | { readonly kind: 'cannot' | 'failed'; readonly reason: string };

/** The window cannot be reset for another test, but not because of a bug in Tildeforge. */
export class CannotReset extends Error {}

/** Deactivates and activates the extension in an open window. */
export class ExtensionRestarter {
	readonly folder = temporaryFolder('restarts');

	/** How many windows have activated the extension. A window that is reloaded counts again. */
	get activations(): number {
		return statSync(this.#file('activations'), { throwIfNoEntry: false })?.size ?? 0;
	}

	/** Saves the sessions and secrets of the accounts that are signed in now, for `activate`. */
	saveSignIn(folder: string): Promise<void> {
		return this.#request('save', folder);
	}

	/** Resolves when VS Code has read these settings. Rejects if it has not within 3 s. */
	waitForSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
		return this.#request('read', settings);
	}

	/** Closes all editors first. */
	deactivate(): Promise<void> {
		return this.#request('deactivate');
	}

	/**
	 * Clears notifications and all stored data, and activates the extension once VS Code has read these settings. `signIn` is a folder that
	 * `saveSignIn` has filled.
	 */
	activate(settings: Readonly<Record<string, unknown>>, signIn: string | null): Promise<void> {
		return this.#request('activate', { settings, signIn });
	}

	async #request(request: string, argument?: unknown): Promise<void> {
		writeFileSync(this.#file('request.new'), JSON.stringify({ request, argument }));
		renameSync(this.#file('request.new'), this.#file('request.json'));
		await until(() => existsSync(this.#file('answer.json')), { what: `the extension answers "${request}"` });
		const answer: Answer = JSON.parse(readFileSync(this.#file('answer.json'), 'utf8'));
		rmSync(this.#file('answer.json'));
		if (answer.kind === 'cannot') throw new CannotReset(answer.reason);
		if (answer.kind === 'failed')
			throw new Error(`"${request}" failed in the extension host: ${answer.reason}`);
	}

	#file(name: string): string {
		return join(this.folder, name);
	}
}

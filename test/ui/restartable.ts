import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '../../build.mjs';
import { root, temporaryFolder, testPlace } from '../tools/places.ts';
import { until } from '../tools/until.ts';

/** Tildeforge as the windows of the tests load it. */
export const restartableFolder = join(testPlace, 'extension');

/** Names the folder in which a window is asked to restart the extension. */
export const restartsVariable = 'TILDEFORGE_RESTARTS';

/** Builds Tildeforge with a `main` that can end it and begin it again. */
export async function buildRestartable(): Promise<void> {
	const place = (name: string) => join(restartableFolder, name);
	await mkdir(place('dist'), { recursive: true });
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	writeFileSync(place('package.json'), JSON.stringify({ ...manifest, main: './main.cjs' }));
	if (!existsSync(place('media'))) symlinkSync(join(root, 'media'), place('media'), 'junction');
	const main = join(import.meta.dirname, 'fixtures', 'restartable', 'main.cjs');
	await Promise.all([copyFile(main, place('main.cjs')), build({ production: false, folder: place('dist') })]);
}

/** Ends the extension in one window, and begins it again, without a new window. */
export class Restarts {
	readonly folder = temporaryFolder('restarts');

	/** Whether the editor has activated the extension. */
	get isActive(): boolean {
		return existsSync(this.#file('secrets.json'));
	}

	/** From now on the extension begins with the accounts that are signed in now. */
	remember(): Promise<void> {
		return this.#ask('remember');
	}

	/** Ends the extension, and clears what it has stored and shown. */
	end(): Promise<void> {
		return this.#ask('end');
	}

	/** Begins the extension when the editor has read these settings. */
	begin(settings: Readonly<Record<string, unknown>>): Promise<void> {
		return this.#ask('begin', settings);
	}

	async #ask(act: string, given?: unknown): Promise<void> {
		writeFileSync(this.#file('request.new'), JSON.stringify({ act, given }));
		renameSync(this.#file('request.new'), this.#file('request.json'));
		await until(() => existsSync(this.#file('answer')), { what: `the extension did "${act}"`, seconds: 10 });
		const answer = readFileSync(this.#file('answer'), 'utf8');
		rmSync(this.#file('answer'));
		if (answer !== 'done') throw new Error(`${act}: ${answer}`);
	}

	#file(name: string): string {
		return join(this.folder, name);
	}
}

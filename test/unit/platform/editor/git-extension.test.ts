import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { passTurns, setSetting } from '../../../kit/window/editor.ts';

const { gitApi, whenGitIsEnabled } = await import('../../../../src/platform/editor/git-extension.ts');

/** The Git extension of VS Code. */
class FakeGit {
	readonly #changes = new Emitter<boolean>();
	readonly onDidChangeEnablement = this.#changes.event;
	enabled: boolean;

	constructor(enabled: boolean) {
		this.enabled = enabled;
		setSetting('git extension', this);
	}

	getAPI(): unknown {
		if (!this.enabled) throw new Error('Git model not found');
		return this;
	}

	enable(enabled: boolean): void {
		this.enabled = enabled;
		this.#changes.fire(enabled);
	}
}

describe('The Git extension', () => {
	async function start() {
		const lifetime = new Lifetime();
		let uses = 0;
		await whenGitIsEnabled(lifetime, () => {
			uses += 1;
		});
		return { lifetime, uses: () => uses };
	}

	it('is used at once if it is enabled, and once', async () => {
		const git = new FakeGit(true);
		const { uses } = await start();
		git.enable(false);
		git.enable(true);
		assert.equal(uses(), 1);
		assert.equal(await gitApi(), git);
	});

	it('is used when the user enables it, and once', async () => {
		const git = new FakeGit(false);
		const { uses } = await start();
		assert.equal(await gitApi(), undefined);
		git.enable(false);
		assert.equal(uses(), 0);
		git.enable(true);
		assert.equal(uses(), 1);
		git.enable(false);
		git.enable(true);
		assert.equal(uses(), 1);
	});

	it('is not used after the end', async () => {
		const git = new FakeGit(false);
		const { lifetime, uses } = await start();
		lifetime.dispose();
		git.enable(true);
		await passTurns();
		assert.equal(uses(), 0);
		const ended = new Lifetime();
		ended.dispose();
		await whenGitIsEnabled(ended, () => assert.fail());
	});

	it('may be missing', async () => {
		assert.equal((await start()).uses(), 0);
		assert.equal(await gitApi(), undefined);
	});
});

import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/emitter.ts';
import type { PushHooks } from '../../../src/repositories/commands/answer-pushes.ts';
import { demoRepositories } from '../forge/demo-repositories.ts';
import { projectItems } from '../items/project-items.ts';
import './editor.ts';

const { RepositoryCommands } = await import('../../../src/repositories/commands/repository-commands.ts');

type Name = 'ana' | 'bob' | 'carol';

const keyOf = (owner: Name, repository: string, account: Name) => ({
	account,
	owner: `~${owner}`,
	repository,
});

/** A row of the view, which a command is called on. By default, that of a repository. */
export const row = (owner: Name, repository: string, about: object = {}, account: Name = 'ana') => ({
	...{ id: repository, label: repository },
	about: { kind: 'repository', key: keyOf(owner, repository, account), ...about },
});

type PushHook = ReturnType<PushHooks['hookOf']>;

/** The webhooks of repositories, as the test says. */
class FakePushHooks implements PushHooks {
	readonly #changes = new Emitter<void>();
	readonly onDidChange = this.#changes.event;
	#hook: PushHook = { kind: 'registered' };

	hookOf(): PushHook {
		return this.#hook;
	}

	set(hook: PushHook): void {
		this.#hook = hook;
		this.#changes.fire();
	}
}

/** A forge with the demo world, while the tests of a `describe` run. `open` opens a window with the commands on repositories. */
export function repositoryCommands() {
	const { open, forge } = demoRepositories();
	return {
		forge,
		open: async (...names: readonly Name[]) => {
			const window = await open({ names });
			const { repositories } = window;
			const project = projectItems();
			const hooks = new FakePushHooks();
			const roots: string[] = [];
			const account = (name: Name) => repositories.of(name) ?? assert.fail();
			return {
				...window,
				account,
				...{ hooks, setProject: project.set },
				commands: new RepositoryCommands(
					repositories,
					async () => hooks,
					undefined,
					project.items,
					() => roots,
				),
				/** The clones of all repositories. */
				roots,
				/** Creates a repository for one test. */
				make: async (
					name: string,
					more: { visibility?: 'public' | 'private'; description?: string } = {},
				) => {
					await account('ana').client.createRepository({}, { name, visibility: 'public', ...more });
					await account('ana').repositories.own.refresh();
				},
				/** The own repositories that the window shows. */
				shown: () => account('ana').repositories.names.map(({ name }) => name),
				/** What the forge has stored. */
				read: async (repository: string) => {
					const found = await account('ana').client.repository({ owner: '~ana', repository });
					const { name, visibility, description } = found;
					return { name, visibility, description };
				},
			};
		},
	};
}

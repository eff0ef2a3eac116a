import assert from 'node:assert/strict';
import { Lifetime } from '../../../src/base/lifetime.ts';
import type { GitReference } from '../../../src/forge/shapes/repositories.ts';
import type { RepositoryClient } from '../../../src/repositories/state/forge-objects.ts';
import { Repositories } from '../../../src/repositories/state/repositories.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { demoWindows } from '../window/demo-window.ts';
import { connectRepositories } from './remote-repository.ts';

/** Adds references to those that the forge sends: for each, those that `more` returns. */
export function addReferences(
	client: RepositoryClient,
	more: (reference: GitReference) => readonly GitReference[],
): void {
	const { references } = client;
	async function* withMore(...args: Parameters<typeof references>) {
		for await (const page of references(...args))
			yield { ...page, rows: page.rows.flatMap((one) => [one, ...more(one)]) };
	}
	Object.assign(client, { references: withMore });
}

/** A forge with the demo world, while the tests of a `describe` run. `open` opens a window on its repositories. */
export function demoRepositories(quirks: readonly Quirk[] = []) {
	const { open, ending, forge } = demoWindows({
		area: 'repositories',
		connect: ({ addresses }, token) => connectRepositories(addresses.repositories, token),
		clients: ({ client }) => ({ repositories: client }),
		open: (options) => Repositories.open({ ...options, maxBytes: () => 1e8 }),
		quirks,
	});
	return {
		...{ forge, ending },
		open: async (options: Parameters<typeof open>[0] = {}) => {
			const { opened, ...window } = await open(options);
			/** What is known of a repository, which is held until the test ends. */
			const cacheOf = (owner: string, repository: string, account = 'ana') => {
				const lifetime = new Lifetime();
				window.ending(lifetime);
				return opened.cache({ account, owner: `~${owner}`, repository }, lifetime) ?? assert.fail();
			};
			return { ...window, repositories: opened, cacheOf };
		},
	};
}

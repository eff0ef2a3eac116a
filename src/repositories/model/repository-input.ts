import type { NamedItem } from '../../platform/model/item-choices.ts';
import { locate } from '../../platform/model/references.ts';
import { hostedRepository } from '../../platform/model/remote-url.ts';

/**
 * Reads `~user`, `~user/name`, also without the tilde, the address of a page of either, or a clone address; undefined for anything else.
 * `repositories` is the address of the forge's repositories.
 */
export function readRepositoryName(input: string, repositories: string | undefined): NamedItem | undefined {
	const text = input.trim();
	const [, user, name] = /^~?([^~/:\s]+)(?:\/([^/\s]+?)(?:\.git)?)?\/?$/.exec(text) ?? [];
	if (user !== undefined) return { owner: `~${user}`, name };
	const address = text.replace(/[?#].*$/s, '').replace(/\.git\/?$/, '');
	const target = repositories === undefined ? undefined : locate(address, [{ repositories }])?.target;
	if (target?.kind === 'user') return { owner: target.user, name: undefined };
	if (target && 'repository' in target) return { owner: target.owner, name: target.repository };
	const cloned = repositories === undefined ? undefined : hostedRepository(text, [{ repositories }]);
	return cloned && { owner: cloned.owner, name: cloned.repository };
}

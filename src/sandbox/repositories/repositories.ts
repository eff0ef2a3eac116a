import type { repositoryRows } from '../../forge/rows/repositories.ts';
import type { Other } from '../area.ts';
import type { Handlers } from '../serve.ts';
import { repositoryHandlers } from './handlers.ts';
import { HostedRepositories } from './hosted.ts';
import { otherOfRepositories } from './other.ts';

/** The repository area: what it holds, and its answers over HTTP. */
export class Repositories extends HostedRepositories {
	/** For the rows of the API. */
	readonly handlers: Handlers<typeof repositoryRows> = repositoryHandlers(this);
	/** For everything else: git's protocol, and pages. */
	readonly other: Other = otherOfRepositories(this);
}

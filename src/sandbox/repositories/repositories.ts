import type { repositoryRows } from '../../forge/rows/repositories.ts';
import type { FallbackHandler } from '../server/area.ts';
import type { Handlers } from '../server/serve.ts';
import { createRepositoryFallback } from './fallback.ts';
import { repositoryHandlers } from './handlers.ts';
import { HostedRepositories } from './hosted.ts';

/** The repository area: its content, and its answers over HTTP. */
export class Repositories extends HostedRepositories {
	/** Answers the rows of the API. */
	readonly handlers: Handlers<typeof repositoryRows> = repositoryHandlers(this);
	/** Answers all other requests: git's protocol, and pages. */
	readonly fallback: FallbackHandler = createRepositoryFallback(this);
}

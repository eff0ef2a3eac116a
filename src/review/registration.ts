import type { Lifetime } from '../base/lifetime.ts';
import { registerDrafts } from '../platform/editor/files/register-drafts.ts';
import type { ReviewFeature } from './index.ts';

/** Registers the mails that the user writes, which are edited like files. */
export function registerMailDrafts(feature: () => Promise<ReviewFeature>, lifetime: Lifetime): void {
	const mails = {
		scheme: 'tildeforge-draft',
		files: async () => (await feature()).mailFiles(),
		editors: async () => (await feature()).mailEditors(),
	};
	registerDrafts(mails, lifetime);
}

import { highlight } from '../../platform/model/highlight.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import { type Render, renderer } from '../../platform/model/markdown/renderer.ts';
import type { TicketAccount } from '../state/ticket-account.ts';

/** The Markdown renderers, one for each tracker. A renderer remembers what it has rendered. */
export class Renderers {
	readonly #known = new Map<string, Render>();

	of(account: TicketAccount | undefined, { owner, tracker }: TrackerKey): Render {
		const addresses = account?.instance ?? {};
		const name = JSON.stringify([account?.instance, owner, tracker]);
		const known = this.#known.get(name);
		if (known) return known;
		const created = renderer({ addresses, currentTracker: { owner, tracker }, highlight });
		this.#known.set(name, created);
		return created;
	}
}

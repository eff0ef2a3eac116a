import { timeOfDay } from '../../base/clock.ts';
import { Emitter } from '../../base/emitter.ts';
import type { ForgeError } from '../../forge/contract/errors.ts';
import type { Area } from '../../forge/webhooks/families.ts';

/** The failure of a request that could not reach the forge. */
interface Loss {
	readonly error: ForgeError;
	/** In milliseconds since 1970. */
	readonly at: number;
	/** When the first of the requests failed that have not reached it since its last answer. */
	readonly since: number;
}

/** The areas of a forge whose last request, from any part of the product, did not reach the forge. */
export class Losses {
	readonly #losses = new Map<Area, Loss>();
	readonly #answers = new Map<Area, number>();
	readonly #changes = new Emitter<Area>();
	/** Fires when a request could not reach an area that was not known to be lost. */
	readonly onDidLose = this.#changes.event;

	/** Undefined if the area has answered its last request, or has none yet. */
	of(area: Area): Loss | undefined {
		return this.#losses.get(area);
	}

	didLose(area: Area, error: ForgeError): void {
		const before = this.#losses.get(area);
		const at = timeOfDay();
		this.#losses.set(area, { error, at, since: before?.since ?? at });
		if (!before) this.#changes.fire(area);
	}

	/** When the area has answered last, in milliseconds since 1970. */
	answeredAt(area: Area): number | undefined {
		return this.#answers.get(area);
	}

	didAnswer(area: Area): void {
		this.#answers.set(area, timeOfDay());
		this.#losses.delete(area);
	}
}

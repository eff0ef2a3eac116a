import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';

interface SharedResource<Resource> {
	readonly resource: Resource;
	readonly lifetime: Lifetime;
	/** A lifetime for each holder, as a child of the holder's own. Disposed with the resource, so that long lifetimes do not collect children. */
	readonly holders: Set<Lifetime>;
}

/** Resources with names, each shared by its holders: created for the first one, disposed when the lifetimes of all have ended. */
export class SharedResources<Resource extends Disposable> implements Disposable {
	readonly #lifetime = new Lifetime();
	readonly #shared = new Map<string, SharedResource<Resource>>();

	/** Returns the resource with this name. `create` is called if no lifetime holds it. */
	hold(name: string, lifetime: Lifetime, create: () => Resource): Resource {
		const shared = this.#shared.get(name) ?? this.#open(name, create);
		const holder = lifetime.child();
		shared.holders.add(holder);
		holder.add({
			dispose: () => {
				shared.holders.delete(holder);
				if (shared.holders.size > 0) return;
				this.#shared.delete(name);
				shared.lifetime.dispose();
			},
		});
		return shared.resource;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#open(name: string, create: () => Resource): SharedResource<Resource> {
		const resource = create();
		const lifetime = this.#lifetime.child();
		const holders = new Set<Lifetime>();
		lifetime.add({
			dispose: () => {
				for (const holder of holders) holder.dispose();
			},
		});
		lifetime.add(resource);
		const shared = { resource, lifetime, holders };
		this.#shared.set(name, shared);
		return shared;
	}
}

import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';

interface SharedResource<Resource> {
	readonly resource: Resource;
	readonly lifetime: Lifetime;
	holders: number;
}

/** Resources with names, each shared by its holders: created for the first one, disposed when the lifetimes of all have ended. */
export class SharedResources<Resource extends Disposable> implements Disposable {
	readonly #lifetime = new Lifetime();
	readonly #shared = new Map<string, SharedResource<Resource>>();

	/** Returns the resource with this name. `create` is called if no lifetime holds it. */
	hold(name: string, lifetime: Lifetime, create: () => Resource): Resource {
		const shared = this.#shared.get(name) ?? this.#open(name, create);
		shared.holders += 1;
		lifetime.add({
			dispose: () => {
				shared.holders -= 1;
				if (shared.holders > 0) return;
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
		lifetime.add(resource);
		const shared = { resource, lifetime, holders: 0 };
		this.#shared.set(name, shared);
		return shared;
	}
}

import type { Disposable } from '../../base/disposable.ts';
import { Wizard } from '../../platform/editor/boxes/wizard.ts';
import type { Session } from '../../signin/sessions/session.ts';
import { type SignInOptions, signIn } from './sign-in.ts';
import type { SignInServices } from './sign-in-services.ts';

interface RunningSignIn {
	readonly optionsJson: string;
	readonly wizard: Wizard;
	readonly session: Promise<Session | undefined>;
}

/** Runs one sign-in at a time. */
export class SignIns implements Disposable {
	readonly #services: SignInServices;
	#running: RunningSignIn | undefined;

	constructor(services: SignInServices) {
		this.#services = services;
	}

	/** Signs the user in. If the same sign-in is already open, brings it back. Cancels any other one. */
	async start(options: SignInOptions = {}): Promise<Session | undefined> {
		const optionsJson = JSON.stringify([options.instance, options.scopes?.toSorted() ?? []]);
		const running = this.#running;
		if (running?.optionsJson === optionsJson && running.wizard.bringBack()) return running.session;
		running?.wizard.cancel();
		const wizard = new Wizard();
		const session = signIn(this.#services, wizard, options);
		const next = { optionsJson, wizard, session };
		this.#running = next;
		try {
			return await session;
		} finally {
			if (this.#running === next) this.#running = undefined;
		}
	}

	dispose(): void {
		this.#running?.wizard.cancel();
	}
}

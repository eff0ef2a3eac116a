import { Emitter } from '../../../../src/base/emitter.ts';
import type { WizardStep } from '../../../../src/platform/editor/boxes/wizard.ts';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import '../../../kit/window/editor.ts';
import type { RequestContext } from '../../../../src/signin/instances/request.ts';
import { endings } from '../../../tools/endings.ts';

const { Wizard } = await import('../../../../src/platform/editor/boxes/wizard.ts');
const { ForgeSetup } = await import('../../../../src/accounts/dialog/forge-setup.ts');

/** The forges in the settings, which a test can change. */
export class FakeSettings {
	configured: readonly Instance[] = [];
	problems: readonly string[] = [];
	readonly changes = new Emitter<void>();
	readonly onDidChange = this.changes.event;

	problemsOf = (): readonly string[] => this.problems;
	isTemporary = ({ name }: Instance): boolean => name === 'temporary';

	change(...instances: readonly Instance[]): void {
		this.configured = instances;
		this.changes.fire();
	}
}

/** Opens setups of forges, and disposes them after each test. */
export function forgeSetups() {
	const ending = endings();
	return {
		/** `typed` is the domain or address of a forge that is not in the settings. */
		open(known: Instance, context: RequestContext, typed?: string) {
			const wizard = new Wizard();
			const settings = new FakeSettings();
			if (typed === undefined) settings.configured = [known];
			const setup = new ForgeSetup(known, settings, () => context, typed);
			ending(setup);
			/** Asks a step that the user can go back from. */
			const ask = <Answer>(step: WizardStep<Answer>) => wizard.run(async () => 'back', step);
			return { wizard, settings, setup, ask };
		},
	};
}

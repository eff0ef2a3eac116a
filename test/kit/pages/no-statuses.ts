import { Emitter } from '../../../src/base/emitter.ts';
import type { PatchsetStatuses } from '../../../src/patches/page/host.ts';

/** The user may change each status, and has changed none. */
export const noStatuses: PatchsetStatuses = {
	waitingStatusOf: () => undefined,
	canChange: () => true,
	learnPermissions: async () => {},
	readPermissions: async () => false,
	undoableOf: () => undefined,
	waitingOf: () => undefined,
	onDidChange: new Emitter<void>().event,
};

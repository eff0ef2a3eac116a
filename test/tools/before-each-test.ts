const actions = new Set<() => void>();

/**
 * For helpers that tests share: does something before each test of the process. A `beforeEach` of mocha would do so only for the first
 * file that imports the helper, because modules are loaded once and each file is a separate run.
 */
export function beforeEachTest(action: () => void): void {
	actions.add(action);
}

export function runBeforeEachTest(): void {
	for (const action of actions) action();
}

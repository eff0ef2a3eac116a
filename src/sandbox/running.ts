export const codeOf = (error: unknown) =>
	error instanceof Error && 'code' in error ? error.code : undefined;

/** Whether there is a process of that number; one of somebody else is one, too. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return codeOf(error) === 'EPERM';
	}
}

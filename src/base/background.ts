import { isAbort } from './abort.ts';

/** Without anybody to tell, a failure is an unhandled rejection of the process. */
let report = (failure: unknown): void => {
	throw failure;
};

/** From now on what fails in the background is told here. */
export function reportBackgroundFailures(to: (failure: unknown) => void): void {
	report = to;
}

/** Lets something run that nobody waits for. Its failure is reported; that it was cancelled is none. */
export function background(work: PromiseLike<unknown> | undefined): undefined {
	work?.then(undefined, (failure: unknown) => {
		if (!isAbort(failure)) report(failure);
	});
}

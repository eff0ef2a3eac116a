import { isAbort } from './abort.ts';

/** Until `reportBackgroundFailures` is called, a failure becomes an unhandled rejection. */
let report = (failure: unknown): void => {
	throw failure;
};

/** Sets the function that is called with each failure. */
export function reportBackgroundFailures(listener: (failure: unknown) => void): void {
	report = listener;
}

/** Runs work without waiting for it. Failures are reported, except cancellation. */
export function background(work: PromiseLike<unknown> | undefined): undefined {
	work?.then(undefined, (failure: unknown) => {
		if (!isAbort(failure)) report(failure);
	});
}

const closed = new Set(['applied', 'rejected', 'superseded']);

/** Whether nothing is left to do. A status that is not known here leaves something to do. */
export const isClosedStatus = (status: string): boolean => closed.has(status);

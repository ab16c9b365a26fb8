// The annotation of the library jakarta.annotation-api 1 by which a generated client says who wrote it.
package javax.annotation;

public @interface Generated {
  String[] value();

  String date();

  String comments();
}

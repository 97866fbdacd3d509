package io.goodput.example.hello;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Hello {
  public static void main(String[] arguments) {
    SpringApplication.run(Hello.class, arguments);
  }

  @GetMapping("/hello")
  String hello() {
    return "Hello";
  }
}
